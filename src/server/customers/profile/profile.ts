import type { ProfileReply, saveProfile, sendWelcomeEmail } from '../../../contract/account.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import type { SignedInCall } from '../../identity/serve.ts';
import { queueWelcome } from './new-profile.ts';
import { changeProfile, findProfile, type Profile } from './queries.ts';

export async function handleSaveProfile({ ctx, user, body }: SignedInCall<typeof saveProfile>): Promise<ProfileReply> {
  const row = await ctx.db.transaction(async (tx) => {
    if (body.fullName !== undefined) await ctx.jobs.enqueue(tx, 'sync-customer', { userId: user.userId });
    return await changeProfile(tx, user.userId, body, ctx.clock.now());
  });
  if (row === null) throw notFound('profile');
  return presentProfile(row);
}

export function presentProfile(row: Profile): ProfileReply {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    preferences: { emailNotifications: row.preferences.emailNotifications },
    signedUpAt: row.createdAt.toISOString(),
  };
}

export async function handleSendWelcomeEmail(
  call: SignedInCall<typeof sendWelcomeEmail>,
): Promise<ReplyOf<typeof sendWelcomeEmail>> {
  const { ctx, user } = call;
  const profile = await findProfile(ctx.db, user.userId);
  if (profile === null) throw notFound('profile');
  await ctx.db.transaction((tx) => queueWelcome(ctx, tx, { ...profile, userId: profile.id }));
  return { success: true };
}
