import { Hono } from 'hono';
import type { CommerceContext } from '../../commerce/context.ts';
import { ApiError, nothingHere } from '../../platform/api-error.ts';
import { isBasicLogin } from '../../platform/http/basic-login.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { clientOf } from '../../platform/http/client.ts';
import { parseJson, readBytes } from '../../platform/http/read-body.ts';
import { logSecurityEvent } from '../../platform/logging/log.ts';
import { enforceLimit, type Limit, limitNetwork } from '../../platform/rate-limits/rate-limits.ts';
import { storeScans } from './store-scans.ts';

const BODY_LIMIT = 16 * 1024 * 1024;
const MOST_EVENTS = 10_000;
const REQUESTS: Limit = { points: 600, seconds: 60, fixed: true };
const WRONG_LOGINS: Limit = { points: 20, seconds: 600 };

export function uspsWebhook(ctx: CommerceContext): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/usps', async (c) => {
    const { login, returnCodes } = ctx.config.scans;
    if (login === null) throw nothingHere();
    if (!isBasicLogin(c.req.header('authorization'), login)) {
      const { ip } = clientOf(ctx.config, c);
      logSecurityEvent(ctx, { code: 'invalid_signature', status: 401, path: c.req.path, ip });
      await limitNetwork(ctx, 'scans', ip, WRONG_LOGINS, 'That is not the login of the feed.');
      c.header('WWW-Authenticate', 'Basic realm="scans", charset="UTF-8"');
      throw new ApiError('not_signed_in', 'That is not the login of the feed.');
    }
    await enforceLimit(ctx, 'scans', REQUESTS, 'That is a great deal of post at once. Again in a minute, please.');
    const events = readEvents(await readBytes(c.req.raw, BODY_LIMIT));
    return c.json(await storeScans(ctx, events, returnCodes));
  });
}

/** @throws ApiError bad_json, too_large, validation_failed */
function readEvents(body: Uint8Array): readonly unknown[] {
  const message = parseJson(body);
  const events: unknown =
    typeof message === 'object' && message !== null && 'events' in message ? message.events : null;
  if (!Array.isArray(events)) throw new ApiError('validation_failed', 'A message of the feed has a list of events.');
  if (events.length > MOST_EVENTS) {
    throw new ApiError('too_large', `At most ${MOST_EVENTS.toLocaleString('en-US')} events a message, please.`);
  }
  return events;
}
