import { startChild } from '../launch/child.ts';
import { freePort } from '../launch/ports.ts';
import { BUILT } from '../launch/shop.ts';

export interface ServerBeside {
  readonly url: string;
  close(): Promise<void>;
}

const GRACE_MS = 5000;

/**
 * One more server on the shop's database and stand-ins, with some settings changed. Google knows only the shop's own address,
 * and mail is sent by the shop.
 */
export async function openServerBeside(changes: Readonly<Record<string, string>>): Promise<ServerBeside> {
  const port = await freePort();
  const settings = JSON.parse(process.env['SERVER_SETTINGS'] ?? '{}') as NodeJS.ProcessEnv;
  const place = { PORT: String(port), SITE_URL: `http://localhost:${port}`, ROLE: 'web' };
  const server = startChild({
    name: 'The server beside',
    args: BUILT.server,
    env: { ...settings, ...place, ...changes },
    onLine: () => undefined,
  });
  const { url } = await server.ready;
  return { url, close: () => server.stop(GRACE_MS) };
}
