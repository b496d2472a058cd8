import { APP_PATHS, CONSOLE_PATHS, PUBLIC_PATHS } from './site-paths.ts';

/** Stands for every address that is none of ours: what somebody mistyped is no business of ours. */
export const UNKNOWN_PATH = '/404';

/** Where an event can have happened. Queries and fragments are never told: they carry addresses, codes and tokens. */
export const EVENT_PATHS: readonly string[] = [
  ...Object.values(PUBLIC_PATHS),
  ...Object.values(APP_PATHS),
  UNKNOWN_PATH,
];

/** Whether this is the console or below it: what operators look at and press there is other people's, and none of a visit. */
export function isConsole(path: string): boolean {
  return `${path}/`.startsWith(`${CONSOLE_PATHS.today}/`);
}
