import { randomUUID } from 'node:crypto';
import { type Context as HonoContext, Hono } from 'hono';
import { findSeason } from '../../../../seasons/shelf.ts';
import { email as emailField } from '../../../contract/fields.ts';
import { FORM_PATHS, type FormPath } from '../../../contract/site-paths.ts';
import { inConstantTime } from '../../platform/http/constant-time.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { clientOf } from '../../platform/http/client.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { headersOf } from '../../platform/public-pages/security-headers.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { countUse, limitNetwork } from '../../platform/rate-limits/rate-limits.ts';
import type { CommerceContext } from '../context.ts';
import { insertSeasonWait } from './queries.ts';
import { openWaitToken, type WaitRequest, waitUrl } from './wait-link.ts';

const NETWORK_LIMIT = { points: 10, seconds: 3_600 };
const ADDRESS_LIMIT = { points: 2, seconds: 86_400 };

type FormContext = HonoContext<AppEnv>;

/** The form that asks for an email when a season can be bought (rules/reading 8 to 10). */
export function seasonWaitForms(ctx: CommerceContext): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.on('POST', FORM_PATHS.seasonWait, (c) => answerAsked(ctx, c));
  app.on('POST', FORM_PATHS.waitConfirm, (c) => answerConfirmed(ctx, c));
  return app;
}

const REFUSALS = {
  address: [FORM_PATHS.waitRefused, 422],
  season: [FORM_PATHS.waitNoSeason, 422],
  tooMany: [FORM_PATHS.waitTooMany, 429],
  closed: [FORM_PATHS.waitClosed, 503],
} as const satisfies Record<string, readonly [FormPath, number]>;
type Refusal = keyof typeof REFUSALS;

async function answerAsked(ctx: CommerceContext, c: FormContext): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  const form = await readForm(c.req.raw).catch(() => new Map<string, string>());
  const refusal = await ask(ctx, c, form).catch((error: unknown) => refusalOf(ctx, c, error));
  if (refusal === null) return c.redirect(FORM_PATHS.waitAsked, 303);
  const [page, status] = REFUSALS[refusal];
  const html = ctx.filledPages.fill(page, form.get('email') ?? '');
  return html === null ? c.redirect(page, 303) : c.html(html, status, headersOf('page', ctx.config));
}

function refusalOf(ctx: CommerceContext, c: FormContext, error: unknown): Refusal {
  if (error instanceof ApiError) return 'tooMany';
  logFailure(ctx, c, error);
  return 'closed';
}

async function answerConfirmed(ctx: CommerceContext, c: FormContext): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  try {
    return c.redirect(await confirm(ctx, c), 303);
  } catch (error) {
    logFailure(ctx, c, error);
    return c.redirect(FORM_PATHS.waitExpired, 303);
  }
}

function logFailure({ log }: CommerceContext, c: FormContext, error: unknown): void {
  log.error({ err: error, path: c.req.path }, 'a form could not be answered');
}

/** @throws ApiError rate_limited, counted only by network */
async function ask(ctx: CommerceContext, c: FormContext, form: ReadonlyMap<string, string>): Promise<Refusal | null> {
  const address = emailField.safeParse(form.get('email') ?? '');
  const season = findSeason(form.get('season') ?? '');
  if (!address.success) return 'address';
  if (season === null || season.available) return 'season';
  await limitNetwork(ctx, 'season-wait', clientOf(ctx.config, c).ip, NETWORK_LIMIT, 'Too many addresses.');
  await inConstantTime(() => sendConfirmation(ctx, { seasonId: season.id, email: address.data }, season.name));
  return null;
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
