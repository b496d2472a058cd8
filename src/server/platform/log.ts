import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { loggedError } from './errors/logged-error.ts';

/** `to`: where it writes; standard output unless given. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '(kept back)' }, serializers: { err: loggedError } };
  return to === undefined ? pino(options) : pino(options, to);
}

/** These never reach a log. */
const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];
