import { type Child, startChild } from '../launch/child.ts';

/** The shop's own program in a process of its own, to be killed. It needs the pages to have been built. */
export interface ServerProcess {
  /** SIGKILL: nothing of it runs any more when this resolves. */
  kill(): Promise<void>;
  /** SIGKILL, without waiting. */
  strike(): void;
  /** What it wrote, for a test that fails. */
  readonly output: readonly string[];
}

/** Resolves when it serves. */
export async function startServer(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const output: string[] = [];
  const server: Child = startChild({
    name: 'The server',
    args: ['--import', 'tsx', 'src/server/main.ts'],
    env: { PATH: process.env['PATH'], ...settings },
    onLine: (line) => output.push(line),
  });
  await server.ready.catch((error: unknown) => {
    throw new Error(output.join('\n'), { cause: error });
  });
  return {
    output,
    strike: () => server.kill(),
    async kill() {
      server.kill();
      await server.exited;
    },
  };
}
