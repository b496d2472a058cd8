import { startChild } from '../../launch/child.ts';
import { prepare } from '../../launch/prepare.mjs';
import { BUILT } from '../../launch/shop.ts';

const STOPPED_WITHIN_MS = 20_000;

/** The shop's own program, built, in a process of its own, to be killed. Resolves when it serves. */
export async function startServer(settings: Readonly<Record<string, string>>) {
  await prepare({ build: true });
  const output: string[] = [];
  const server = startChild({
    name: 'The server',
    args: BUILT.server,
    env: { PATH: process.env['PATH'], ...settings },
    onLine: (line) => output.push(line),
  });
  await server.ready.catch((cause: unknown) => Promise.reject(new Error(output.join('\n'), { cause })));
  return {
    /** What it wrote, for a test that fails. */
    output,
    pid: server.pid,
    /** SIGKILL, without waiting. */
    killAtOnce: () => server.kill(),
    /** SIGTERM: resolves to its exit code. */
    async stop() {
      await server.stop(STOPPED_WITHIN_MS);
      return await server.exited;
    },
    /** SIGKILL: nothing of it runs any more when this resolves. */
    async kill() {
      server.kill();
      await server.exited;
    },
  };
}
