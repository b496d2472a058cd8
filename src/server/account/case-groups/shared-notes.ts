import { and, desc, eq, inArray, lt, lte, ne, or, type SQL } from 'drizzle-orm';
import type { listSharedNotes, SharedNote } from '../../../contract/case-groups.ts';
import { reachOf } from '../../../domain/case-group.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { todayOf } from '../case-file/case-file.ts';
import type { CaseFile } from '../case-file/letters-at-hand.ts';
import { notes } from '../notes/schema.ts';
import { fileOf } from './groups.ts';
import { listOpenSeats, type OpenSeat } from './open-seats.ts';
import { findSeat, listUsersAcrossBlocks } from './queries.ts';

const NOTES_PER_PAGE = 50;

export const handleListSharedNotes: CommerceHandler<typeof listSharedNotes> = async ({ ctx, user, params, query }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  const companions = await listShowing(ctx.db, file, todayOf(ctx));
  if (companions.length === 0) return { notes: [], next: null };
  const writers = new Map(companions.map(({ userId, name }) => [userId, name]));
  const rows = await ctx.db
    .select()
    .from(notes)
    .where(
      and(
        inArray(notes.userId, [...writers.keys()]),
        eq(notes.seasonId, params.season),
        eq(notes.deleted, false),
        ne(notes.text, ''),
        isWithinReach(reachOf(file.atHand)),
        query.letter === undefined ? undefined : eq(notes.letter, query.letter),
        query.before === undefined ? undefined : isBefore(query.before),
      ),
    )
    .orderBy(desc(notes.changedAt), desc(notes.id))
    .limit(NOTES_PER_PAGE + 1);
  const page = rows.slice(0, NOTES_PER_PAGE);
  const last = rows.length > NOTES_PER_PAGE ? page.at(-1) : undefined;
  return {
    notes: page.map((note): SharedNote => {
      const { id, userId, letter, kind, pinnedTo, text, changedAt } = note;
      return { id, name: writers.get(userId) ?? '', letter, kind, pinnedTo, text, changedAt: changedAt.toISOString() };
    }),
    next: last === undefined ? null : `${last.changedAt.getTime()}_${last.id}`,
  };
};

/** Companions whose notes the user may read. */
async function listShowing(
  db: Db,
  { userId, season }: CaseFile,
  today: Parameters<typeof listOpenSeats>[2],
): Promise<OpenSeat[]> {
  const own = await findSeat(db, userId, season.product);
  if (own === null) return [];
  const showing = (await listOpenSeats(db, own.groupId, today)).filter((seat) => seat.showsNotes && seat.id !== own.id);
  const across = await listUsersAcrossBlocks(
    db,
    userId,
    showing.map((seat) => seat.userId),
  );
  return showing.filter((seat) => !across.has(seat.userId));
}

/** Must agree with `isWithinReach` in the domain. */
function isWithinReach(reach: number): SQL | undefined {
  return and(lte(notes.letter, reach), lte(notes.writtenWith, reach));
}

function isBefore(cursor: string): SQL | undefined {
  const [time = '', id = ''] = cursor.split('_');
  const at = new Date(Number(time));
  return or(lt(notes.changedAt, at), and(eq(notes.changedAt, at), lt(notes.id, id)));
}
