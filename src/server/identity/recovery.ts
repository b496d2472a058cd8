import { audit } from './audit.ts';
import type { IdentityContext } from './context.ts';
import { type LinkOptions, queueLink } from './emails/link-emails.ts';
import { limitEmail, isWithinDay } from './limits/email-limits.ts';
import { lockUserByEmail, changeUser } from './users/queries.ts';

export async function requestRecovery(ctx: IdentityContext, email: string, options: LinkOptions): Promise<void> {
  const { redirectTo, codeChallenge, client } = options;
  await limitEmail(ctx, 'recovery', email, client);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user || user.deletedAt || !(await isWithinDay(ctx, tx, 'recovery', email, client))) return;
    const payload = codeChallenge === undefined ? {} : { codeChallenge };
    const request = { userId: user.id, email, payload, redirectTo };
    await queueLink(ctx, tx, 'recovery', request, { kind: 'recovery', dataOf: (resetUrl) => ({ resetUrl }) });
    await changeUser(tx, user.id, { recoverySentAt: now }, now);
    await audit(tx, { action: 'user_recovery_requested', userId: user.id, client }, now);
  });
}
