import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { giftLinks } from '../schema.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { checkClaimLink, claimGift, lookAtClaim } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { findEnding, presentReceivedGift, presentUnopenedGift } from './present.ts';
import { findPaidGift, type PaidGift, setClaimedBy } from './queries.ts';

/** The token has 256 random bits. The database stores only its hash. */
export async function issueClaimLink(
  ctx: CommerceContext,
  tx: Transaction,
  giftId: string,
  printed: boolean,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(giftLinks).values({ tokenHash: hashOf(token), giftId, printed, createdAt: ctx.clock.now() });
  return `${ctx.config.siteUrl}${APP_PATHS.giftClaim}?token=${token}`;
}

export async function endMailedLinks(tx: Transaction, giftId: string): Promise<void> {
  await tx.delete(giftLinks).where(and(eq(giftLinks.giftId, giftId), eq(giftLinks.printed, false)));
}

async function findGiftByToken(db: Db, token: string): Promise<string | null> {
  const [row] = await db
    .select({ giftId: giftLinks.giftId })
    .from(giftLinks)
    .where(eq(giftLinks.tokenHash, hashOf(token)));
  return row?.giftId ?? null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export const handleCheckClaimLink: CommerceHandler<typeof checkClaimLink> = async ({ ctx, body }) => {
  const found = await requireGiftOf(ctx, body.token, ctx.clock.now());
  const opened = found.gift.claimedBy !== null;
  return { opened, gift: opened ? null : presentUnopenedGift(found) };
};

export const handleLookAtClaim: CommerceHandler<typeof lookAtClaim> = async ({ ctx, user, body }) => {
  const now = ctx.clock.now();
  const found = await requireClaimable(ctx, user.userId, body.token, now);
  if (found.gift.claimedBy === null) return { gift: null, unopened: presentUnopenedGift(found) };
  return { gift: presentReceivedGift(found, await findEnding(ctx, ctx.db, found), now), unopened: null };
};

export const handleClaimGift: CommerceHandler<typeof claimGift> = async ({ ctx, user, body }) => {
  const { userId } = user;
  const now = ctx.clock.now();
  let found = await requireClaimable(ctx, userId, body.token, now);
  // Another claim or a correction was faster: check again whether the link is still valid.
  while (!(await setClaimedBy(ctx.db, found.gift, userId, now))) {
    found = await requireClaimable(ctx, userId, body.token, now);
  }
  return presentReceivedGift(found, await findEnding(ctx, ctx.db, found), now);
};

/** @throws ApiError not_found */
async function requireGiftOf(ctx: CommerceContext, token: string, now: Date): Promise<PaidGift> {
  const giftId = await findGiftByToken(ctx.db, token);
  const paid = giftId === null ? null : await findPaidGift(ctx, ctx.db, { id: giftId }, newYorkDate(now));
  return orNotFound(paid, 'gift');
}

/** @throws ApiError not_found, own_gift, gift_claimed */
async function requireClaimable(ctx: CommerceContext, userId: string, token: string, now: Date): Promise<PaidGift> {
  const found = await requireGiftOf(ctx, token, now);
  if (found.gift.userId === userId) {
    throw new ApiError(
      'own_gift',
      'You bought this gift for someone else, so you can’t open it. It’s listed with your gifts.',
    );
  }
  if (found.gift.claimedBy !== null && found.gift.claimedBy !== userId) throw alreadyClaimed();
  return found;
}

function alreadyClaimed(): ApiError {
  return new ApiError(
    'gift_claimed',
    'Someone has already opened this gift. If it was you, sign in to the account that you opened it with. If it wasn’t, email Support.',
  );
}
