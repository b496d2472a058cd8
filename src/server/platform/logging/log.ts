import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { loggedError } from '../errors/logged-error.ts';
import { standardOutput } from './log-stream.ts';

/** `to`: where it writes; standard output unless given. */
export function openLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '(kept back)' }, serializers: { err: loggedError } };
  // Never pino's own destination: when the disk is full it waits for ever at the exit.
  return pino(options, to);
}

/** These never reach a log. */
const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];
