import type { ErrorCode } from '../../../contract/errors.ts';

/** An expected failure, thrown by the server with a code of the closed union; one handler answers it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  /** `message` is shown to people: a finished sentence without secrets. `fields` says which field and why. */
  constructor(code: ErrorCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** What is answered at an address behind which there is nothing, and at those that are nobody's business but an operator's. */
export function nothingHere(): ApiError {
  return new ApiError('not_found', 'There is nothing at this address.');
}

/** Another person's thing answers exactly like a missing one (rules/code 5). */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `We could not find that ${what}.`);
}
