import type { Context as HonoContext } from 'hono';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import type { PlatformContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AppEnv } from './call.ts';
import { clientOf } from './client.ts';
import { logSecurityEvent } from '../logging/log.ts';

export interface Answer {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
}

export type Explain = (error: unknown) => Answer | null;

/** The visitor has gone before the request was complete. */
export function hasLeft({ env }: { readonly env: AppEnv['Bindings'] | undefined }): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete;
}

export function answerError(ctx: PlatformContext, error: unknown, c: HonoContext<AppEnv>, explain: Explain): Response {
  const requestId = c.get('requestId');
  if (hasLeft(c)) return c.body(null, 408);
  const { code, message, fields } = describe(error, explain);
  if (code === 'internal' || code === 'unavailable' || code === 'payments_unavailable') {
    ctx.log.error({ err: error, requestId, path: c.req.path }, 'request failed');
  }
  const { ip } = clientOf(ctx.config, c);
  logSecurityEvent(ctx, { code, status: ERROR_STATUS[code], path: c.req.path, ip, requestId });
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

const NETWORK_FAILURES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** PostgreSQL's codes of what passes without a change of ours (PostgreSQL manual, appendix A). */
const OUTAGES = {
  '25006': 'only reads are allowed, as on a standby',
  '25P03': 'a transaction stood still for too long',
  '40P01': 'two transactions waited for each other',
  '53100': 'the disk is full',
  '53200': 'the memory is full',
  '53300': 'there are too many connections',
  '57014': 'a statement took too long',
  '57P01': 'PostgreSQL is being stopped',
  '57P02': 'a process of PostgreSQL has crashed',
  '57P03': 'PostgreSQL is starting',
  '57P05': 'a session was idle for too long',
  '58030': 'a disk could not be read or written',
} as const;

const OUTAGE_CODES: ReadonlySet<string> = new Set([...Object.keys(OUTAGES), ...NETWORK_FAILURES]);

/** The driver's own errors, which have no code. */
const DRIVER_FAILURES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/;

export function isDatabaseOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && OUTAGE_CODES.has(cause.code)) return true;
    if (DRIVER_FAILURES.test(cause.message)) return true;
    // A stopped PostgreSQL has no socket file.
    if (cause.message.startsWith('connect ENOENT')) return true;
  }
  return false;
}
