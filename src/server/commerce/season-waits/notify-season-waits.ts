import { sql } from 'drizzle-orm';
import { SEASONS } from '../../../../seasons/shelf.ts';
import type { Season } from '../../../domain/season.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import type { CommerceContext } from '../context.ts';
import { countNotifiedSince, deleteNotifiedBefore, listUnnotifiedWaits, markNotified } from './queries.ts';

const HOUR_MS = 3_600_000;
const PER_HOUR = 1_000;
const PAGE = 100;
const RETENTION_DAYS = 30;

/** Sends each email once, at most a thousand an hour (rules/reading 11). */
export async function notifySeasonWaits(ctx: CommerceContext): Promise<void> {
  const open = new Map(SEASONS.filter(({ available }) => available).map((season) => [season.id, season]));
  let notified: number;
  do {
    notified = await ctx.db.transaction((tx) => notifyPage(ctx, tx, open));
  } while (notified === PAGE);
}

async function notifyPage(ctx: CommerceContext, tx: Transaction, open: ReadonlyMap<string, Season>): Promise<number> {
  if (!(await isAlone(tx))) return 0;
  const now = ctx.clock.now();
  const left = PER_HOUR - (await countNotifiedSince(tx, new Date(now.getTime() - HOUR_MS)));
  if (left <= 0) return 0;
  const page = await listUnnotifiedWaits(tx, [...open.keys()], Math.min(left, PAGE));
  for (const { id, seasonId, email } of page) {
    const season = open.get(seasonId);
    if (season === undefined) continue;
    await queueEmail(ctx, tx, {
      kind: 'season-open',
      dedupeKey: `season-open:${id}`,
      to: email,
      userId: null,
      data: { seasonName: season.name, story: season.story },
    });
  }
  await markNotified(
    tx,
    page.map(({ id }) => id),
    now,
  );
  return page.length;
}

/** Only one worker may send, since two would each send a full hour's emails. */
async function isAlone(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('season waits')) as alone`,
  );
  return rows[0]?.alone === true;
}

export async function deleteOldSeasonWaits({ db, clock, log }: CommerceContext): Promise<void> {
  const deleted = await deleteNotifiedBefore(db, new Date(clock.now().getTime() - RETENTION_DAYS * 24 * HOUR_MS));
  if (deleted > 0) log.info({ deleted }, 'deleted addresses that were told of a season');
}
