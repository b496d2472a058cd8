import { and, gte, inArray, lt, sql } from 'drizzle-orm';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { visitEvents } from '../../platform/analytics/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CommerceContext } from '../../commerce/context.ts';

/** The steps of a visit to the payment, by the names people know them by. */
export const FUNNEL_STEPS = [
  ['landing', 'Landing page'],
  ['signUp', 'Signed up'],
  ['season', 'Season'],
  ['shipping', 'Shipping'],
  ['payment', 'Payment'],
  ['paid', 'Paid'],
] as const satisfies readonly (readonly [keyof Funnel, string])[];

const DAY_MS = 86_400_000;

/** How far visits of the last `days` days came, as a table for a terminal. The shares are of the landing page's. */
export async function funnelReport({ db, clock }: CommerceContext, days: number): Promise<string> {
  const until = clock.now();
  const funnel = await readFunnel(db, new Date(until.getTime() - days * DAY_MS), until);
  const lines = FUNNEL_STEPS.map(([step, title]) => {
    const share = step === 'landing' ? '' : shareOf(funnel[step], funnel.landing);
    return `  ${title.padEnd(14)}${String(funnel[step]).padStart(8)}${share.padStart(10)}`;
  });
  return [
    `The last ${days} days: visits that came so far, and as a share of those that saw the landing page.`,
    ...lines,
    'Subscribers who sign in skip the sign-up. "Paid" is from the books, and includes those who asked not to be counted.',
  ].join('\n');
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** How many visits came as far as each step. */
export interface Funnel {
  readonly landing: number;
  readonly signUp: number;
  readonly season: number;
  readonly shipping: number;
  readonly payment: number;
  /** From the books: those who asked not to be counted have paid too. */
  readonly paid: number;
}

/** The funnel of [from, until). */
export async function readFunnel(db: Db, from: Date, until: Date): Promise<Funnel> {
  const [visits] = await db
    .select({
      landing: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${PUBLIC_PATHS.home}`),
      signUp: visitsThat(sql`${visitEvents.name} = 'sign_up'`),
      season: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.seasonSelection}`),
      shipping: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.shipping}`),
      payment: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.payment}`),
    })
    .from(visitEvents)
    .where(
      and(
        gte(visitEvents.happenedAt, from),
        lt(visitEvents.happenedAt, until),
        inArray(visitEvents.name, ['page_view', 'sign_up']),
      ),
    );
  const paid = await db.$count(
    subscriptions,
    and(gte(subscriptions.createdAt, from), lt(subscriptions.createdAt, until)),
  );
  return { landing: 0, signUp: 0, season: 0, shipping: 0, payment: 0, ...visits, paid };
}

function visitsThat(condition: ReturnType<typeof sql>) {
  return sql<number>`count(distinct ${visitEvents.visitId}) filter (where ${condition})`.mapWith(Number);
}
