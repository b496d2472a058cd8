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
