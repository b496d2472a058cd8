import type { ProfileReply, saveProfile } from '../../../contract/account.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import type { SignedInCall } from '../../identity/serve.ts';
import { changeProfile, type Profile } from './queries.ts';

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
