import { eq } from 'drizzle-orm';
import { emailOutbox } from '../../src/server/platform/outbox/schema.ts';
import type { Shop } from '../server/open-shop.ts';

/** How many mails of each kind have been put into the post for somebody. */
export async function emailsTo({ ctx }: Shop, { email }: { email: string }): Promise<Record<string, number>> {
  const rows = await ctx.db
    .select({ kind: emailOutbox.kind })
    .from(emailOutbox)
    .where(eq(emailOutbox.recipient, email));
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
