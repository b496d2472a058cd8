/** What a log may know of an error. */
export interface LoggedError {
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
}

/**
 * The cause that began it, and of that no more than its words and where it arose: the driver wraps its errors in one that repeats every
 * parameter, addresses and hashes included, and clients' errors carry their request along.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error.cause instanceof Error) return loggedError(error.cause);
  return { message: error.message, ...('code' in error && { code: error.code }), stack: error.stack };
}
