import { Hono, type Context as Call } from 'hono';
import type { PlatformContext } from '../context.ts';
import { ApiError, nothingHere } from '../api-error.ts';
import { isBasicLogin } from '../http/basic-login.ts';
import type { AppEnv } from '../http/call.ts';
import { clientOf } from '../http/client.ts';
import { parseJson, parseWith, readBytes } from '../http/read-body.ts';
import { logSecurityEvent } from '../logging/log.ts';
import { enforceLimit, type Limit, limitNetwork } from '../rate-limits/rate-limits.ts';
import { readPostmarkReports, readSesReports } from './read-reports.ts';
import { confirmSubscription, type SnsConfig, snsMessage, verifySns } from './sns.ts';
import { suppress, type SuppressionReport } from './suppressions.ts';

const BODY_LIMIT = 512 * 1024;
const REQUESTS: Limit = { points: 1_200, seconds: 60, fixed: true };
const REFUSED: Limit = { points: 20, seconds: 600 };

export function emailWebhook(ctx: PlatformContext): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/email', async (c) => {
    const { sns, postmarkLogin } = ctx.config.emailReports;
    if (sns === null && postmarkLogin === null) throw nothingHere();
    await enforceLimit(ctx, 'email-reports', REQUESTS, 'Too many reports at once. Send them again in a minute.');
    const body = parseJson(await readBytes(c.req.raw, BODY_LIMIT));
    const reports = await readReports(ctx, c, body).catch(async (error: unknown) => {
      if (isRefusal(error)) await countRefusal(ctx, c);
      throw error;
    });
    const now = ctx.clock.now();
    for (const report of reports) {
      const { reason, reportedBy } = report;
      if (await suppress(ctx.db, report, now)) ctx.log.info({ reason, reportedBy }, 'an address gets no more email');
    }
    return c.json({ received: true });
  });
}

async function readReports(
  { config }: PlatformContext,
  c: Call<AppEnv>,
  body: unknown,
): Promise<readonly SuppressionReport[]> {
  const { sns, postmarkLogin } = config.emailReports;
  if (sns !== null && isFromSns(body)) return await readSns(sns, body);
  if (postmarkLogin === null || !isBasicLogin(c.req.header('authorization'), postmarkLogin)) {
    c.header('WWW-Authenticate', 'Basic realm="email", charset="UTF-8"');
    throw new ApiError('not_signed_in', 'That is not the login of this webhook.');
  }
  return readPostmarkReports(body);
}

function isFromSns(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'TopicArn' in body;
}

async function readSns(sns: SnsConfig, body: unknown): Promise<readonly SuppressionReport[]> {
  const message = parseWith(snsMessage, body);
  await verifySns(sns, message);
  if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(sns, message);
  return message.Type === 'Notification' ? readSesReports(message.Message) : [];
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_signed_in' || error.code === 'invalid_signature');
}

async function countRefusal(ctx: PlatformContext, c: Call<AppEnv>): Promise<void> {
  const { ip } = clientOf(ctx.config, c);
  logSecurityEvent(ctx, { code: 'invalid_signature', status: 401, path: c.req.path, ip });
  await limitNetwork(ctx, 'email-reports', ip, REFUSED, 'Too many reports with a wrong login or signature.');
}
