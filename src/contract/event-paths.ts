import { APP_PATHS, PUBLIC_PATHS } from './site-paths.ts';

/** Stands for every address that is none of ours: what somebody mistyped is no business of ours. */
export const UNKNOWN_PATH = '/404';

/** Where an event can have happened. Queries and fragments are never told: they carry addresses, codes and tokens. */
export const EVENT_PATHS: readonly string[] = [
  ...Object.values(PUBLIC_PATHS),
  ...Object.values(APP_PATHS),
  UNKNOWN_PATH,
];
