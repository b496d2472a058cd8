import type { Context as HonoContext } from 'hono';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import type { PlatformContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AppEnv } from './call.ts';

export interface Answer {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
}

/** What another layer's failure says to a client; null for a failure that is not that layer's. */
export type Explain = (error: unknown) => Answer | null;

/** The one place that turns a failure into an answer. What we did not expect says only "internal" and a request id. */
export function answerError(ctx: PlatformContext, error: unknown, c: HonoContext<AppEnv>, explain: Explain): Response {
  const requestId = c.get('requestId');
  const { code, message, fields } = describe(error, explain);
  if (code === 'internal' || code === 'unavailable' || code === 'payments_unavailable') {
    ctx.log.error({ err: error, requestId, path: c.req.path }, 'request failed');
  }
  const body: ErrorBody = { error: message, code, requestId, ...(fields && { fields }) };
  return c.json(body, ERROR_STATUS[code], { 'Cache-Control': 'no-store' });
}

function describe(error: unknown, explain: Explain): Answer {
  if (error instanceof ApiError) return { code: error.code, message: error.message, fields: error.fields };
  const explained = explain(error);
  if (explained !== null) return explained;
  if (isDatabaseOutage(error)) {
    return { code: 'unavailable', message: 'The sorting office is briefly closed. Please try again in a moment.' };
  }
  return { code: 'internal', message: 'Something went wrong on our side. It has been noted.' };
}

/**
 * Connection lost, refused or timed out; PostgreSQL starting, stopping or out of connections (class 57P, 53300), or too busy to finish
 * in the time we give it (57014, 25P03), or one of two transactions that waited for each other (40P01).
 */
const OUTAGE = /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|53300|57014|25P03|40P01/;

/** Whether the database could not be reached, as opposed to having refused what we asked. */
export function isDatabaseOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && OUTAGE.test(cause.code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect/.test(cause.message)) return true;
  }
  return false;
}
