import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';

/** A letter that should have come, and the account that reads it. */
export interface ExpectedLetter extends Record<string, unknown> {
  readonly pieceId: string;
  readonly arrivesBy: CalendarDate;
  readonly letter: number;
  readonly confirmed: boolean;
  readonly seasonId: string;
  readonly seasonName: string;
  readonly readerId: string;
  readonly email: string;
  readonly name: string | null;
}

export interface ExpectedRange {
  /** The last day of the arrival window lies between these two, both included. */
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** This letter alone, as long as the one after it has not come by `today`. */
  readonly lastBut?: { readonly letter: number; readonly today: CalendarDate };
}

const PAGE = 200;

/** A page of letters whose arrival window has ended, in the order of that day, from behind `after` on. */
export async function listExpectedLetters(
  db: Db,
  { first, last, lastBut }: ExpectedRange,
  after: ExpectedLetter | undefined,
): Promise<ExpectedLetter[]> {
  const behind =
    after === undefined ? sql`true` : sql`(p.arrives_by, p.id) > (${after.arrivesBy}::date, ${after.pieceId}::uuid)`;
  const { rows } = await db.execute<ExpectedLetter>(sql`
    select p.id as "pieceId", p.arrives_by::text as "arrivesBy", p.letter, p.confirmed_at is not null as confirmed,
      s.season_id as "seasonId", s.season_name as "seasonName", reader.id as "readerId", reader.email, reader.full_name as name
    from mailing_pieces p
    join subscriptions s on s.id = p.subscription_id
    left join gifts g on g.id = s.gift_id
    join user_profiles reader on reader.id = case when g.id is null then s.user_id else g.claimed_by end
    where p.state = 'handed_over' and p.arrives_by between ${first} and ${last} and ${behind}
      and s.refund_requested_at is null and ${lastBut === undefined ? sql`true` : nextIsToCome(lastBut)}
    order by p.arrives_by, p.id limit ${PAGE}`);
  return rows;
}

function nextIsToCome({ letter, today }: NonNullable<ExpectedRange['lastBut']>): SQL {
  return sql`p.letter = ${letter} and not exists (
    select 1 from mailing_pieces later where later.subscription_id = p.subscription_id and later.letter = ${letter + 1}
      and later.state = 'handed_over' and (later.confirmed_at is not null or later.arrives_by < ${today}))`;
}
