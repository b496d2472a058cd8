import type {
  CaseFileReply,
  CaseLetter,
  getCaseFile as getEndpoint,
  listCaseFiles as listEndpoint,
} from '../../../contract/case-file.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { type CalendarLetter, hasCome } from '../../../domain/letter-calendar.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { findPages } from '../../../../seasons/catalogue.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import { hasEndedForGood, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { type Letters, readLettersOf } from '../../fulfilment/calendar/calendar.ts';
import { knownOf } from './known.ts';
import { type CaseFile, listCaseSubscriptions, listLettersAtHand, requireCaseFile } from './letters-at-hand.ts';
import { listOpenedLetters } from './opened-letters.ts';

export const handleListCaseFiles: CommerceHandler<typeof listEndpoint> = async ({ ctx, user }) => {
  return { files: await listCaseFiles(ctx, user.userId) };
};

async function listCaseFiles(ctx: CommerceContext, userId: string): Promise<ReplyOf<typeof listEndpoint>['files']> {
  const mine = await listLettersAtHand(ctx.db, userId, newYorkDate(ctx.clock.now()));
  return mine.flatMap(({ seasonId, letters }) => {
    const season = findPages(seasonId);
    return season === null
      ? []
      : [{ seasonId, title: season.title, come: letters.length, total: season.letters.length }];
  });
}

export async function presentCaseFiles(ctx: CommerceContext, userId: string): Promise<CaseFileReply[]> {
  const files = await listCaseFiles(ctx, userId);
  return await Promise.all(files.map(({ seasonId }) => presentCaseFile(ctx, userId, seasonId)));
}

export const handleGetCaseFile: CommerceHandler<typeof getEndpoint> = async ({ ctx, user, params }) => {
  return await presentCaseFile(ctx, user.userId, params.season);
};

/** @throws ApiError not_found */
export async function presentCaseFile(ctx: CommerceContext, userId: string, seasonId: string): Promise<CaseFileReply> {
  const now = ctx.clock.now();
  const file = await requireCaseFile(ctx.db, userId, seasonId, newYorkDate(now));
  const own = await listCaseSubscriptions(ctx.db, userId, seasonId);
  const calendars = await readLettersOf(ctx.db, own, now);
  const opened = await listOpenedLetters(ctx.db, file);
  return {
    seasonId,
    title: file.season.title,
    letters: lettersOf(file, calendars, opened),
    ...knownOf(file, (letter) => opened.has(letter) || isConfirmed(calendars, letter)),
    missingIsLookedInto: isLookedInto(calendars),
    paused: isPaused(own),
  };
}

function isConfirmed(calendars: readonly Letters[], number: number): boolean {
  return calendars.some(({ calendar }) => calendar.some(({ letter, confirmed }) => letter === number && confirmed));
}

/** A subscription that has ended is never paused. */
function isPaused(own: readonly Subscription[]): boolean {
  const running = own.filter((row) => !hasEndedForGood(row));
  return running.length > 0 && running.every(({ disputeHeldAt }) => disputeHeldAt !== null);
}

/** With several copies of a season, each letter is shown as in the copy that is furthest along. */
function lettersOf(
  file: CaseFile,
  calendars: readonly Letters[],
  opened: ReadonlyMap<number, Date>,
): CaseFileReply['letters'] {
  return Array.from({ length: LETTERS_PER_SEASON }, (_, index) => index + 1).flatMap((number) => {
    const rows = calendars.flatMap(({ calendar }) => calendar.filter(({ letter }) => letter === number));
    const [furthest] = rows.toSorted((one, other) => rankOf(other) - rankOf(one));
    return furthest === undefined ? [] : [presentLetter(file, furthest, rows, opened.get(number) ?? null)];
  });
}

const STATES = {
  planned: 'to_come',
  frozen: 'to_come',
  in_the_post: 'in_the_post',
  overdue: 'overdue',
  arrived: 'come',
  lost: 'lost',
  returned: 'returned',
  sending_again: 'sending_again',
  asked: 'asked',
} as const satisfies Record<CalendarLetter['state'], CaseLetter['state']>;

function rankOf({ state, handedOverOn }: CalendarLetter): number {
  return hasCome(state) ? 2 : handedOverOn === null ? 0 : 1;
}

function presentLetter(
  { season, atHand }: CaseFile,
  row: CalendarLetter,
  rows: readonly CalendarLetter[],
  openedAt: Date | null,
): CaseLetter {
  const readable = atHand.has(row.letter);
  const letter = readable ? season.letters.find(({ number }) => number === row.letter) : undefined;
  return {
    letter: row.letter,
    readable: letter !== undefined,
    title: letter?.title ?? null,
    writer: letter === undefined ? null : (season.writers[letter.writer]?.name ?? null),
    openedAt: openedAt?.toISOString() ?? null,
    state: STATES[row.state],
    handOver: row.handOver,
    deliveryWindow: row.deliveryWindow,
    handedOverOn: row.handedOverOn,
    canConfirm: rows.some(({ canConfirm }) => canConfirm),
    canReportMissing: rows.some(({ canReportMissing }) => canReportMissing),
  };
}

function isLookedInto(calendars: readonly Letters[]): boolean {
  const missing = calendars.find(({ calendar }) => calendar.some(({ canReportMissing }) => canReportMissing));
  return missing?.isSentAgain ?? false;
}

export function todayOf(ctx: CommerceContext): CalendarDate {
  return newYorkDate(ctx.clock.now());
}
