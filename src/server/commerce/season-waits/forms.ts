import { randomUUID } from 'node:crypto';
import { type Context as HonoContext, Hono } from 'hono';
import { findSeason } from '../../../../seasons/shelf.ts';
import { email as emailField } from '../../../contract/fields.ts';
import { FORM_PATHS, type FormPath } from '../../../contract/site-paths.ts';
import { inConstantTime } from '../../identity/wire/constant-time.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { clientOf } from '../../platform/http/client.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { countUse, limitNetwork } from '../../platform/rate-limits/rate-limits.ts';
import type { CommerceContext } from '../context.ts';
import { insertSeasonWait } from './queries.ts';
import { openWaitToken, type WaitRequest, waitUrl } from './wait-link.ts';

const NETWORK_LIMIT = { points: 10, seconds: 3_600 };
const ADDRESS_LIMIT = { points: 2, seconds: 86_400 };

type FormContext = HonoContext<AppEnv>;

/** "Tell me when" (rules/reading 8 to 10). */
export function seasonWaitForms(ctx: CommerceContext): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.on('POST', FORM_PATHS.seasonWait, (c) => answerWith(ctx, c, FORM_PATHS.waitRefused, () => ask(ctx, c)));
  app.on('POST', FORM_PATHS.waitConfirm, (c) => answerWith(ctx, c, FORM_PATHS.waitExpired, () => confirm(ctx, c)));
  return app;
}

async function answerWith(
  ctx: CommerceContext,
  c: FormContext,
  otherwise: FormPath,
  work: () => Promise<FormPath>,
): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  try {
    return c.redirect(await work(), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) ctx.log.error({ err: error, path: c.req.path }, 'a form could not be answered');
    return c.redirect(otherwise, 303);
  }
}

/** @throws ApiError rate_limited, for the network alone */
async function ask(ctx: CommerceContext, c: FormContext): Promise<FormPath> {
  const form = await readForm(c.req.raw);
  const address = emailField.safeParse(form.get('email') ?? '');
  const season = findSeason(form.get('season') ?? '');
  if (!address.success || season === null || season.available) return FORM_PATHS.waitRefused;
  await limitNetwork(ctx, 'season-wait', clientOf(ctx.config, c).ip, NETWORK_LIMIT, 'That is a great many addresses.');
  await inConstantTime(() => sendConfirmation(ctx, { seasonId: season.id, email: address.data }, season.name));
  return FORM_PATHS.waitAsked;
}

async function sendConfirmation(ctx: CommerceContext, wait: WaitRequest, seasonName: string): Promise<void> {
  const key = `season-wait:${ctx.keys.pseudonym(wait.email)}`;
  if ((await countUse(ctx, key, ADDRESS_LIMIT)) > 0) return;
  await ctx.db.transaction((tx) =>
    queueEmail(ctx, tx, {
      kind: 'season-wait',
      dedupeKey: `season-wait:${randomUUID()}`,
      to: wait.email,
      userId: null,
      data: { seasonName, waitUrl: waitUrl(ctx, wait) },
    }),
  );
}

async function confirm(ctx: CommerceContext, c: FormContext): Promise<FormPath> {
  const wait = openWaitToken(ctx, c.req.query('token') ?? '');
  if (wait === null) return FORM_PATHS.waitExpired;
  await insertSeasonWait(ctx.db, wait.seasonId, wait.email, ctx.clock.now());
  return FORM_PATHS.waitConfirmed;
}
