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
