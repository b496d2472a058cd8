import { APP_PATHS, CONSOLE_PATHS, FORM_PATHS, PUBLIC_PATHS } from './site-paths.ts';

export const UNKNOWN_PATH = '/404';

/** Paths only: queries and fragments carry addresses, codes and tokens, so they are never sent. */
export const EVENT_PATHS: readonly string[] = [
  ...Object.values(PUBLIC_PATHS),
  ...Object.values(APP_PATHS),
  ...Object.values(FORM_PATHS),
  UNKNOWN_PATH,
];

export function isConsole(path: string): boolean {
  return `${path}/`.startsWith(`${CONSOLE_PATHS.today}/`);
}
