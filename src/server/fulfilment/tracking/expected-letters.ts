import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';

export interface ExpectedLetter extends Record<string, unknown> {
  readonly pieceId: string;
  readonly arrivesBy: CalendarDate;
  readonly letter: number;
  readonly confirmed: boolean;
  readonly seasonId: string;
  readonly seasonName: string;
  readonly subscriberId: string;
  readonly email: string;
  readonly name: string | null;
}

export interface ExpectedRange {
  /** The first and the last day on which the windows may end, both included. */
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly letter?: number;
}

const PAGE = 200;

/** A page of letters whose arrival window has ended, starting after `after`. */
export async function listExpectedLetters(
  db: Db,
  { first, last, letter }: ExpectedRange,
  after: ExpectedLetter | undefined,
): Promise<ExpectedLetter[]> {
  const behind =
    after === undefined ? sql`true` : sql`(p.arrives_by, p.id) > (${after.arrivesBy}::date, ${after.pieceId}::uuid)`;
  const { rows } = await db.execute<ExpectedLetter>(sql`
    select p.id as "pieceId", p.arrives_by::text as "arrivesBy", p.letter, p.confirmed_at is not null as confirmed,
      s.season_id as "seasonId", s.season_name as "seasonName", reader.id as "subscriberId", reader.email, reader.full_name as name
    from mailing_pieces p
    join subscriptions s on s.id = p.subscription_id
    left join gifts g on g.id = s.gift_id
    join user_profiles reader on reader.id = case when g.id is null then s.user_id else g.claimed_by end
    where p.state = 'handed_over' and p.arrives_by between ${first} and ${last} and ${behind}
      and s.refund_requested_at is null and ${letter === undefined ? sql`true` : sql`p.letter = ${letter}`}
    order by p.arrives_by, p.id limit ${PAGE}`);
  return rows;
}
