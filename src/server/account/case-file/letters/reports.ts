import { randomUUID } from 'node:crypto';
import type { confirmCaseLetter, reportCaseLetterMissing, reportLetterFault } from '../../../../contract/case-file.ts';
import type { Subscription } from '../../../commerce/subscriptions/queries.ts';
import type { CommerceContext, CommerceHandler } from '../../../commerce/context.ts';
import type { CalendarLetter } from '../../../../domain/letter-calendar.ts';
import { readLetters } from '../../../fulfilment/calendar/calendar.ts';
import { confirmReceived, reportLoss } from '../../../fulfilment/tracking/delivery-reports.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/api-error.ts';
import { countUse, type Limit } from '../../../platform/rate-limits/rate-limits.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { presentCaseFile, todayOf } from '../case-file.ts';
import { listCaseSubscriptions, requireCaseFile } from '../letters-at-hand.ts';
import { letterFaults } from '../schema.ts';
import { findOwnPaper } from './own-papers.ts';

export const handleConfirmCaseLetter: CommerceHandler<typeof confirmCaseLetter> = async ({ ctx, user, params }) => {
  const now = ctx.clock.now();
  await onCopy(
    ctx,
    user.userId,
    params,
    ({ canConfirm }) => canConfirm,
    async (tx, subscription) => {
      await confirmReceived(tx, subscription, params.letter, { actor: user.userId, now });
    },
  );
  return await presentCaseFile(ctx, user.userId, params.season);
};

export const handleReportCaseLetterMissing: CommerceHandler<typeof reportCaseLetterMissing> = async (call) => {
  const { ctx, user, params, body } = call;
  const report = { actor: user.userId, now: ctx.clock.now(), sendAgain: body.sendAgain };
  await onCopy(
    ctx,
    user.userId,
    params,
    ({ canReportMissing }) => canReportMissing,
    async (tx, subscription) => {
      await reportLoss(tx, subscription, params.letter, report);
    },
  );
  return await presentCaseFile(ctx, user.userId, params.season);
};

/**
 * If a user has several copies of a season, the report goes to the first copy that it can be true of, otherwise to the
 * oldest.
 */
async function onCopy(
  ctx: CommerceContext,
  userId: string,
  { season, letter }: { readonly season: string; readonly letter: number },
  canBe: (row: CalendarLetter) => boolean,
  report: (tx: Transaction, subscription: Subscription) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const own = await listCaseSubscriptions(tx, userId, season, true);
    const [oldest] = own;
    if (oldest === undefined) throw notFound('case file');
    for (const subscription of own) {
      const { calendar } = await readLetters(tx, subscription, ctx.clock.now());
      if (calendar.some((row) => row.letter === letter && canBe(row))) {
        await report(tx, subscription);
        return;
      }
    }
    await report(tx, oldest);
  });
}

const FAULTS_PER_USER: Limit = { points: 20, seconds: 24 * 60 * 60 };

export const handleReportLetterFault: CommerceHandler<typeof reportLetterFault> = async (call) => {
  const { ctx, user, params, body } = call;
  const today = todayOf(ctx);
  const file = await requireCaseFile(ctx.db, user.userId, params.season, today);
  await findOwnPaper(ctx.db, file, params.letter, today);
  if ((await countUse(ctx, `letter-fault:${user.userId}`, FAULTS_PER_USER)) > 0) {
    throw new ApiError(
      'rate_limited',
      'You’ve reported many problems today. Your message wasn’t sent. Try again tomorrow, or email us.',
    );
  }
  await ctx.db.insert(letterFaults).values({
    id: randomUUID(),
    userId: user.userId,
    seasonId: params.season,
    letter: params.letter,
    says: body.says,
    reportedAt: ctx.clock.now(),
  });
  return { reported: true };
};
