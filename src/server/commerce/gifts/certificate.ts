import type { CommerceHandler } from '../context.ts';
import type { printGiftCertificate } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { mayPrintCertificate } from '../../../domain/gift.ts';
import { ApiError } from '../../platform/api-error.ts';
import { spendOn } from '../../platform/rate-limits/dear-calls.ts';
import { setCertificate } from './certificate-press.ts';
import { requireGivenGift } from './gifts.ts';
import { issueClaimLink } from './claim-gift.ts';
import { findEnding, giftFacts } from './present.ts';

export const handlePrintGiftCertificate: CommerceHandler<typeof printGiftCertificate> = async (call) => {
  const { ctx, user, params, client } = call;
  const today = newYorkDate(ctx.clock.now());
  const row = await requireGivenGift(ctx, ctx.db, { id: params.id, userId: user.userId }, today);
  const { state, startDate } = giftFacts(row, today);
  await spendOn(ctx, 'certificate', { userId: user.userId, ip: client.ip });
  if (!mayPrintCertificate(state)) throw new ApiError('gift_not_announceable', 'This gift has ended.');
  const { gift, giverName, subscription } = row;
  const isOpened = gift.claimedBy !== null;
  const claimUrl = isOpened ? null : await ctx.db.transaction((tx) => issueClaimLink(ctx, tx, gift.id, true));
  const { recipientName, message } = gift;
  const { planType } = subscription;
  const ending = await findEnding(ctx, ctx.db, row);
  const pdf = await setCertificate({ recipientName, giverName, message, startDate, planType, ending, claimUrl });
  return { fileName: 'dead-letter-club-gift.pdf', pdfBase64: pdf.toString('base64') };
};
