import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { CommerceContext } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { giftLinks } from '../schema.ts';

/** 256 random bits, of which the database has only the hash. */
export async function issueClaimLink(ctx: CommerceContext, tx: Transaction, giftId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(giftLinks).values({ tokenHash: hashOf(token), giftId, createdAt: ctx.clock.now() });
  return `${ctx.config.siteUrl}${APP_PATHS.giftClaim}?token=${token}`;
}

export async function findGiftByToken(db: Db, token: string): Promise<string | null> {
  const [row] = await db
    .select({ giftId: giftLinks.giftId })
    .from(giftLinks)
    .where(eq(giftLinks.tokenHash, hashOf(token)));
  return row?.giftId ?? null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
