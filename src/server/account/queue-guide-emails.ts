import { findPages } from '../../../seasons/catalogue.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../domain/season.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { listLettersAtHand } from './case-file/letters-at-hand.ts';
import { findTheory } from './case-file/theory/queries.ts';
import {
  type ExpectedLetter,
  type ExpectedRange,
  listExpectedLetters,
} from '../fulfilment/tracking/expected-letters.ts';
import type { Db } from '../platform/db/database.ts';
import { queueEmail } from '../platform/outbox/queue.ts';

/** After a longer outage, an email is no longer sent. */
const DAYS_LATE = 3;
const DAYS_BEFORE_THEORY = 3;

/** Queues each email once, however often it runs (rules/reading 1 and 3). */
export async function queueGuideEmails(ctx: CommerceContext): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  await forEachLetter(ctx, endedSince(today, 1), (letter) => queueGuide(ctx, letter));
  const lastButOne = { ...endedSince(today, DAYS_BEFORE_THEORY), letter: LETTERS_PER_SEASON - 1 };
  await forEachLetter(ctx, lastButOne, (letter) => queueTheoryReminder(ctx, letter, today));
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
  const { subscriberId, seasonId, letter, confirmed, email, name } = expected;
  const lookFor = findPages(seasonId)?.lookFor[letter];
  if (lookFor === undefined) return;
  await ctx.db.transaction((tx) =>
    queueEmail(ctx, tx, {
      kind: 'letter-guide',
      // The key is the same for second copies and letters mailed again, so there is one email.
      dedupeKey: `letter-guide:${subscriberId}:${seasonId}:${letter}`,
      to: email,
      userId: subscriberId,
      data: { name, letter, confirmed, lookFor },
    }),
  );
}

async function queueTheoryReminder(ctx: CommerceContext, expected: ExpectedLetter, today: CalendarDate) {
  const { subscriberId, seasonId, seasonName, email, name } = expected;
  if (!(await canSeal(ctx.db, subscriberId, seasonId, today))) return;
  await ctx.db.transaction((tx) =>
    queueEmail(ctx, tx, {
      kind: 'theory-reminder',
      dedupeKey: `theory-reminder:${subscriberId}:${seasonId}`,
      to: email,
      userId: subscriberId,
      data: { name, seasonName },
    }),
  );
}

async function canSeal(db: Db, userId: string, seasonId: string, today: CalendarDate): Promise<boolean> {
  const file = (await listLettersAtHand(db, userId, today)).find((one) => one.seasonId === seasonId);
  if (file === undefined || findPages(seasonId) === null || file.letters.includes(LETTERS_PER_SEASON)) return false;
  return ((await findTheory(db, { userId, seasonId }))?.sealedAt ?? null) === null;
}
