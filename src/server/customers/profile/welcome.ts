import type { sendWelcomeEmail } from '../../../contract/welcome.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import type { SignedInCall } from '../../identity/serve.ts';
import { queueWelcome } from './new-profile.ts';
import { findProfile } from './queries.ts';

export async function handleSendWelcomeEmail({
  ctx,
  user,
}: SignedInCall<typeof sendWelcomeEmail>): Promise<ReplyOf<typeof sendWelcomeEmail>> {
  const profile = await findProfile(ctx.db, user.userId);
  if (profile === null) throw notFound('profile');
  await ctx.db.transaction((tx) => queueWelcome(ctx, tx, { ...profile, userId: profile.id }));
  return { success: true };
}
