import type { IdentityContext } from '../context.ts';
import type { LinkOptions } from '../emails/link-emails.ts';
import { limitEmail, isWithinDay } from '../limits/email-limits.ts';
import { confirmAgain } from './first-sign-up.ts';
import { lockUserByEmail } from '../users/queries.ts';

export async function resendConfirmation(ctx: IdentityContext, email: string, options: LinkOptions): Promise<void> {
  await limitEmail(ctx, 'resend', email, options.client);
  await ctx.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user || user.emailConfirmedAt || !(await isWithinDay(ctx, tx, 'resend', user.email, options.client))) return;
    await confirmAgain(ctx, tx, user, options);
  });
}
