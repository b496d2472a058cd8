import type { BodyOf } from '../../../contract/endpoint.ts';
import type {
  holdLetters,
  LettersReply,
  liftHold,
  sendElsewhere,
  withdrawTemporaryAddress,
} from '../../../contract/letters.ts';
import { addDays, type CalendarDate, formatDate, isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { firstChangeableLetter } from '../../../domain/letter-plan.ts';
import { leavesFrom, LONGEST_HOLD_DAYS } from '../../../domain/hold.ts';
import { requireValidAddress } from '../../customers/addresses/addresses.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound, orNotFound } from '../../platform/api-error.ts';
import { lockOwnSeason } from '../../commerce/subscriptions/queries.ts';
import { type Letters, presentOwnLetters, readLetters } from '../calendar/calendar.ts';
import { type Asked, logAct } from './asked.ts';
import { closeHold, closeTemporaryAddress, insertHold, insertTemporaryAddress } from './queries.ts';

export const handleHoldLetters: CommerceHandler<typeof holdLetters> = async (call) => {
  return await holdLettersOf(call, call.body);
};

/** @throws ApiError not_found, wrong_state, validation_failed */
export async function holdLettersOf(asked: Asked, body: BodyOf<typeof holdLetters>): Promise<LettersReply> {
  return await change(asked, async (tx, letters, now) => {
    refuseFrozen(letters, body.fromLetter, now);
    await hold(asked, tx, letters, body, now);
  });
}

/**
 * The hold begins at the first letter that isn't sealed.
 * @throws ApiError not_found, wrong_state, validation_failed
 */
export async function holdNextLetters(asked: Asked, tx: Transaction, day: CalendarDate): Promise<void> {
  const now = asked.ctx.clock.now();
  const letters = await lockLetters(asked, tx, now);
  const today = newYorkDate(now);
  if (letters.holds.some(({ resumeOn }) => resumeOn > today)) {
    throw new ApiError('wrong_state', 'Letters are on hold already.');
  }
  await hold(asked, tx, letters, { fromLetter: firstChangeable(letters, now), resumeOn: day }, now);
}

async function hold(
  asked: Asked,
  tx: Transaction,
  letters: Letters,
  body: BodyOf<typeof holdLetters>,
  now: Date,
): Promise<void> {
  const { fromLetter } = body;
  const resumeOn = resumeDayOf(body, now);
  refuseIdle(letters, fromLetter, resumeOn);
  await insertHold(tx, { subscriptionId: asked.params.id, fromLetter, resumeOn, createdAt: now });
  refuseLoss(letters, await readLetters(tx, letters.subscription, now));
  await logAct(asked, tx, 'hold_letters', { fromLetter, resumeOn });
}

export const handleLiftHold: CommerceHandler<typeof liftHold> = async (call) => {
  return await liftHoldOf(call, call.params.holdId);
};

/** @throws ApiError not_found */
export async function liftHoldOf(asked: Asked, holdId: string): Promise<LettersReply> {
  return await change(asked, async (tx, _letters, now) => {
    if (!(await closeHold(tx, asked.params.id, holdId, now))) throw notFound('hold');
    await logAct(asked, tx, 'lift_hold', {});
  });
}

export const handleSendElsewhere: CommerceHandler<typeof sendElsewhere> = async (call) => {
  const { fromLetter, toLetter } = call.body;
  const subscriptionId = call.params.id;
  const address = requireValidAddress(call.body.address);
  return await change(call, async (tx, letters, now) => {
    refuseFrozen(letters, fromLetter, now);
    if (toLetter < fromLetter) {
      throw new ApiError('validation_failed', 'The last letter is before the first.', {
        toLetter: `Choose letter ${fromLetter} or later.`,
      });
    }
    // For each letter the newest address is used, so an older one that no letter uses any more is closed.
    for (const old of letters.temporaryAddresses) {
      const isCovered = fromLetter <= old.fromLetter && old.toLetter <= toLetter;
      if (isCovered) await closeTemporaryAddress(tx, subscriptionId, old.id, now);
    }
    await insertTemporaryAddress(tx, { subscriptionId, fromLetter, toLetter, address, createdAt: now });
  });
};

export const handleWithdrawTemporaryAddress: CommerceHandler<typeof withdrawTemporaryAddress> = async (call) => {
  return await change(call, async (tx, _letters, now) => {
    if (!(await closeTemporaryAddress(tx, call.params.id, call.params.addressId, now))) throw notFound('address');
  });
};

async function lockLetters({ user, params }: Asked, tx: Transaction, now: Date): Promise<Letters> {
  const subscription = orNotFound(await lockOwnSeason(tx, user.userId, params.id), 'subscription');
  return await readLetters(tx, subscription, now);
}

async function change(
  asked: Asked,
  make: (tx: Transaction, letters: Letters, now: Date) => Promise<void>,
): Promise<LettersReply> {
  const { ctx, user, params } = asked;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => make(tx, await lockLetters(asked, tx, now), now));
  return await presentOwnLetters(ctx, user.userId, params.id);
}

/** @throws ApiError wrong_state, validation_failed */
function refuseFrozen(letters: Letters, letter: number, now: Date): void {
  const open = firstChangeable(letters, now);
  if (letter < open) {
    throw new ApiError('validation_failed', 'It’s too late to change where or when that letter is mailed.', {
      fromLetter: `Choose letter ${open} or a later one.`,
    });
  }
}

/** @throws ApiError wrong_state */
function firstChangeable({ calendar }: Letters, now: Date): number {
  const open = firstChangeableLetter(
    calendar.map((row) => ({ ...row, mailed: row.state !== 'planned' })),
    now,
  );
  if (open === null)
    throw new ApiError(
      'wrong_state',
      'It’s too late to change anything about the remaining letters: they’re already addressed or on hold.',
    );
  return open.letter;
}

function refuseIdle({ calendar }: Letters, fromLetter: number, resumeOn: CalendarDate): void {
  const held = calendar.find(({ letter }) => letter === fromLetter);
  if (held === undefined || leavesFrom(held) < resumeOn) return;
  throw new ApiError('validation_failed', 'That hold wouldn’t delay any letter.', {
    resumeOn: `We don’t mail letter ${fromLetter} before ${formatDate(leavesFrom(held))} anyway. Choose a date after that day, or an earlier letter.`,
  });
}

function refuseLoss(before: Letters, after: Letters): void {
  const lost = before.calendar.find(({ letter }) => after.calendar.every((row) => row.letter !== letter));
  if (lost === undefined) return;
  throw new ApiError('validation_failed', 'You would lose a letter.', {
    resumeOn: `With that hold, you’d lose letter ${lost.letter}, because your subscription ends before we could mail it. Choose an earlier date.`,
  });
}

function resumeDayOf({ resumeOn }: BodyOf<typeof holdLetters>, now: Date) {
  const today = newYorkDate(now);
  const latest = addDays(today, LONGEST_HOLD_DAYS);
  if (!isCalendarDate(resumeOn) || resumeOn <= today || resumeOn > latest) {
    throw new ApiError('validation_failed', 'Choose another date.', {
      resumeOn: `Choose a day from tomorrow to ${formatDate(latest)}.`,
    });
  }
  return resumeOn;
}
