import { findPages } from '../../../../seasons/catalogue.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import {
  type ExpectedLetter,
  type ExpectedRange,
  listExpectedLetters,
} from '../../fulfilment/tracking/expected-letters.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';

/** What an outage has kept back is sent for so long, and what lies further back is old news. */
const DAYS_LATE = 3;
/** For reading the last letter but one in peace. */
const DAYS_BEFORE_THEORY = 3;

/** Queues what is to be said of letters that should have come (rules/reading 1 and 3); once, however often it runs. */
export async function queueReadingEmails(ctx: CommerceContext): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  await forEachLetter(ctx, endedSince(today, 1), (letter) => queueGuide(ctx, letter));
  const lastBut = { letter: LETTERS_PER_SEASON - 1, today };
  await forEachLetter(ctx, { ...endedSince(today, DAYS_BEFORE_THEORY), lastBut }, (letter) =>
    queueTheoryReminder(ctx, letter),
  );
}

function endedSince(today: CalendarDate, days: number): ExpectedRange {
  const last = addDays(today, -days);
  return { first: addDays(last, 1 - DAYS_LATE), last };
}

async function forEachLetter(
  { db }: CommerceContext,
  range: ExpectedRange,
  queue: (letter: ExpectedLetter) => Promise<void>,
): Promise<void> {
  let page = await listExpectedLetters(db, range, undefined);
  while (page.length > 0) {
    for (const letter of page) await queue(letter);
    page = await listExpectedLetters(db, range, page.at(-1));
  }
}

async function queueGuide(ctx: CommerceContext, expected: ExpectedLetter): Promise<void> {
  const { readerId, seasonId, letter, confirmed, email, name } = expected;
  const lookFor = findPages(seasonId)?.lookFor[letter];
  if (lookFor === undefined) return;
  await ctx.db.transaction((tx) =>
    queueEmail(ctx, tx, {
      kind: 'letter-guide',
      // By reader: a second copy, or a letter sent again, is the same letter.
      dedupeKey: `letter-guide:${readerId}:${seasonId}:${letter}`,
      to: email,
      userId: readerId,
      data: { name, letter, confirmed, lookFor },
    }),
  );
}

async function queueTheoryReminder(ctx: CommerceContext, expected: ExpectedLetter): Promise<void> {
  const { readerId, seasonId, seasonName, email, name } = expected;
  if (findPages(seasonId) === null) return;
  await ctx.db.transaction((tx) =>
    queueEmail(ctx, tx, {
      kind: 'theory-reminder',
      dedupeKey: `theory-reminder:${readerId}:${seasonId}`,
      to: email,
      userId: readerId,
      data: { name, seasonName },
    }),
  );
}
