import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { type ErrorBody, type ErrorCode, errorBody } from '../../contract/errors.ts';
import { NO_CONNECTION } from './no-connection.ts';

/** A failed call. `message` can be shown to the user; `fields` has the reason for each invalid field. */
export class ApiFailure extends Error {
  readonly code: ErrorCode | 'network';
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(code: ApiFailure['code'], message: string, body?: ErrorBody) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.fields = body?.fields ?? {};
    this.requestId = body?.requestId ?? null;
  }
}

export function networkFailure(): ApiFailure {
  return new ApiFailure('network', NO_CONNECTION);
}

/** No answer, or the answer of a gateway that couldn't reach a server. */
const NO_ANSWER: readonly number[] = [0, 502, 503, 504];

export function isUnreachable(error: unknown): boolean {
  if (isAuthRetryableFetchError(error)) return NO_ANSWER.includes(error.status);
  return error instanceof ApiFailure && error.code === 'network';
}

/** Without a connection, the text says that instead (rules/pages 39). */
export function unlessUnreachable(error: unknown, words: string): string {
  return isUnreachable(error) ? networkFailure().message : words;
}

export async function failureOf(response: Response): Promise<ApiFailure> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  if (parsed.success) return new ApiFailure(parsed.data.code, parsed.data.error, parsed.data);
  return new ApiFailure('internal', 'Something went wrong on our side. Please try again in a moment.');
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'not_found';
}

/** Failures that may not happen again at a second try. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'network' || error.code === 'unavailable');
}
