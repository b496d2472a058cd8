import type { ErrorCode } from '../../contract/errors.ts';

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  /** `message` is shown to users. `fields` has the reason for each invalid field. */
  constructor(code: ErrorCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

export function nothingHere(): ApiError {
  return new ApiError('not_found', 'There is nothing at this address.');
}

/** Also used for another user's object, which must look like a missing one (rules/code 5). */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `We couldn’t find that ${what}.`);
}

/** @throws ApiError not_found for null and undefined */
export function orNotFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw notFound(what);
  return value;
}

export class OperatorError extends Error {}
