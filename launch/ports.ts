import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from './child.ts';
import { storeText, readIfPresent } from './stored-text.ts';

export type PortState = 'free' | 'taken' | 'forbidden';

const LOWEST_PORT = 20_000;
const LOWEST_SYSTEM_CHOSEN_PORT = 32_768;

/** Whether a server could listen on the port, on every address. */
export async function portState(port: number): Promise<PortState> {
  // macOS lets "any address" succeed while another program listens on 127.0.0.1 alone.
  const states = [await tryToListen(port, '127.0.0.1'), await tryToListen(port)];
  return states.find((state) => state !== 'free') ?? 'free';
}

async function tryToListen(port: number, host?: string): Promise<PortState> {
  const server = createServer().listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    return 'free';
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'EADDRINUSE') return 'taken';
    if (error.code === 'EACCES') return 'forbidden';
    throw error;
  } finally {
    server.close();
  }
}

/** A free port below those that the system gives to outgoing connections (from 32768 on Linux, 49152 on macOS). */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, LOWEST_SYSTEM_CHOSEN_PORT);
    if ((await portState(port)) === 'free') return port;
  }
}

/** The port of the last run on this data while it is free, so that open pages survive a restart. */
export async function stablePort(dataDir: string, part: string): Promise<number> {
  const path = join(dataDir, `${part}.port`);
  const stored = Number(readIfPresent(path) ?? 0);
  if (stored > 0 && (await portState(stored)) === 'free') return stored;
  const port = await freePort();
  storeText(path, String(port));
  return port;
}

/** The port to serve on, 0 becoming a free one. @throws StartError when it is taken or forbidden */
export async function claimPort(port: number): Promise<number> {
  if (port === 0) return freePort();
  const state = await portState(port);
  if (state === 'taken') throw new StartError(`Port ${port} is taken; choose another one: PORT=${port + 1} npm start`);
  if (state === 'forbidden')
    throw new StartError(`Port ${port} is reserved for root; choose another one: PORT=3000 npm start`);
  return port;
}
