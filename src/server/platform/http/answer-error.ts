import type { Context as HonoContext } from 'hono';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import type { PlatformContext } from '../context.ts';
import { isDatabaseOutage } from '../db/outage.ts';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from './call.ts';
import { clientOf, type Incoming } from './client.ts';
import { logSecurityEvent } from '../logging/log.ts';

export interface Answer {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string> | undefined;
}

export type Explain = (error: unknown) => Answer | null;

/** True if the visitor disconnected before the request was complete. */
export function hasLeft({ env }: Pick<Incoming, 'env'>): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete;
}

const NOT_STORED = { 'Cache-Control': 'no-store' };

export function answerError(ctx: PlatformContext, error: unknown, c: HonoContext<AppEnv>, explain: Explain): Response {
  if (hasLeft(c)) return c.body(null, 408);
  const [path, requestId] = [c.req.path, c.get('requestId')];
  const { code, message, fields } = describe(error, explain);
  if (code === 'internal' || code === 'unavailable' || code === 'payments_unavailable') {
    ctx.log.error({ err: error, requestId, path }, 'request failed');
  }
  const { ip } = clientOf(ctx.config, c);
  const status = ERROR_STATUS[code];
  logSecurityEvent(ctx, { code, status, path, ip, requestId });
  const body: ErrorBody = { error: message, code, requestId, ...(fields && { fields }) };
  return c.json(body, status, NOT_STORED);
}

function describe(error: unknown, explain: Explain): Answer {
  if (error instanceof ApiError) return { code: error.code, message: error.message, fields: error.fields };
  const explained = explain(error);
  if (explained !== null) return explained;
  if (isDatabaseOutage(error)) {
    return { code: 'unavailable', message: 'We’re briefly unavailable. Please try again in a moment.' };
  }
  return { code: 'internal', message: 'Something went wrong on our side. Please try again in a moment.' };
}
