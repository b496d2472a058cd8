import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere } from '../../commerce/subscriptions/charged-here.ts';
import { visitEvents } from '../../platform/schema.ts';
import type { Db } from '../../platform/db/database.ts';

/** Visits in [from, until) by step. Payments include those of visitors who aren't counted. */
export async function readFunnel(db: Db, from: Date, until: Date): Promise<{ name: string; visits: number }[]> {
  const { happenedAt, name } = visitEvents;
  const [visits] = await db
    .select({
      'Landing page': visitsThat(isView(PUBLIC_PATHS.home)),
      'Signed up': visitsThat(sql`${name} = 'sign_up'`),
      Season: visitsThat(isView(APP_PATHS.seasonSelection)),
      Shipping: visitsThat(isView(APP_PATHS.shipping)),
      Payment: visitsThat(isView(APP_PATHS.payment)),
    })
    .from(visitEvents)
    .where(and(gte(happenedAt, from), lt(happenedAt, until), inArray(name, ['page_view', 'sign_up'])));
  const { createdAt } = subscriptions;
  const paid = await db.$count(
    subscriptions,
    and(gte(createdAt, from), lt(createdAt, until), boughtHere(subscriptions)),
  );
  return Object.entries({ ...visits, Paid: paid }).map(([step, number]) => ({ name: step, visits: number }));
}

function isView(path: string): SQL {
  return sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${path}`;
}

function visitsThat(condition: SQL) {
  return sql<number>`count(distinct ${visitEvents.visitId}) filter (where ${condition})`.mapWith(Number);
}
