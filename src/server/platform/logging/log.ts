import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { standardOutput } from './log-stream.ts';

export function openLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '(kept back)' }, serializers: { err: loggedError } };
  return pino(options, to);
}

const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];

export interface LoggedError {
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

/** The root cause without its parameters: drivers and clients repeat addresses and hashes in their errors. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return loggedError(error.cause);
  return { message: error.message, ...('code' in error && { code: error.code }), stack: error.stack };
}
