import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { loggedError } from '../errors/logged-error.ts';
import { standardOutput } from './log-stream.ts';

export function openLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '(kept back)' }, serializers: { err: loggedError } };
  return pino(options, to);
}

const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];
