import { freePort, portState } from './ports.ts';
import { StartError } from './child.ts';

export interface LaunchSettings {
  port: number;
  dataDir: string;
  /** Without empty ones: `PORT= npm start` means the same as no PORT. */
  env: NodeJS.ProcessEnv;
}

const DEFAULT_PORT = '3000';
const DEFAULT_DATA_DIR = '.data';

/** @throws StartError */
export function readLaunchSettings(source: NodeJS.ProcessEnv): LaunchSettings {
  const env = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  return { port: parsePort(env['PORT'] ?? DEFAULT_PORT), dataDir: env['DATA_DIR'] ?? DEFAULT_DATA_DIR, env };
}

function parsePort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new StartError(`PORT is "${text}"; expected a number from 1 to 65535, or 0 for any free port.`);
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
