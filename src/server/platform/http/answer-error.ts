import type { Context as HonoContext } from 'hono';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import type { PlatformContext } from '../context.ts';
import { isDatabaseOutage } from '../db/outage.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AppEnv } from './call.ts';
import { clientOf, type Incoming } from './client.ts';
import { logSecurityEvent } from '../logging/log.ts';

export interface Answer {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
}

export type Explain = (error: unknown) => Answer | null;

/** The visitor has gone before the request was complete. */
export function hasLeft({ env }: Pick<Incoming, 'env'>): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete;
}

export const NOT_STORED = { 'Cache-Control': 'no-store' };

export function answerError(ctx: PlatformContext, error: unknown, c: HonoContext<AppEnv>, explain: Explain): Response {
  if (hasLeft(c)) return c.body(null, 408);
  const failed = { incoming: c, path: c.req.path, requestId: c.get('requestId') };
  const { status, body } = describeFailure(ctx, error, failed, explain);
  return c.json(body, status, NOT_STORED);
}

interface Failed {
  readonly incoming: Incoming;
  readonly path: string;
  readonly requestId: string;
}

/** Logs what has to be. */
export function describeFailure(
  ctx: PlatformContext,
  error: unknown,
  { incoming, path, requestId }: Failed,
  explain: Explain,
) {
  const { code, message, fields } = describe(error, explain);
  if (code === 'internal' || code === 'unavailable' || code === 'payments_unavailable') {
    ctx.log.error({ err: error, requestId, path }, 'request failed');
  }
  const { ip } = clientOf(ctx.config, incoming);
  const status = ERROR_STATUS[code];
  logSecurityEvent(ctx, { code, status, path, ip, requestId });
  const body: ErrorBody = { error: message, code, requestId, ...(fields && { fields }) };
  return { status, body };
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
