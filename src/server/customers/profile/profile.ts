import type { ProfileReply, saveProfile, sendWelcomeEmail } from '../../../contract/account.ts';
import { notFound, orNotFound } from '../../platform/api-error.ts';
import type { Handler } from '../../identity/serve.ts';
import { queueWelcome } from './new-profile.ts';
import { changeProfile, findProfile, type Profile } from './queries.ts';

export const handleSaveProfile: Handler<typeof saveProfile> = async ({ ctx, user, body }) => {
  const row = await ctx.db.transaction(async (tx) => {
    if (body.fullName !== undefined) await ctx.jobs.enqueue(tx, 'sync-customer', { userId: user.userId });
    return await changeProfile(tx, user.userId, body, ctx.clock.now());
  });
  if (row === null) throw notFound('profile');
  return presentProfile(row);
};

export function presentProfile(row: Profile): ProfileReply {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    preferences: {
      emailNotifications: row.preferences.emailNotifications,
      guideEmails: row.preferences.guideEmails ?? true,
    },
    signedUpAt: row.createdAt.toISOString(),
  };
}

export const handleSendWelcomeEmail: Handler<typeof sendWelcomeEmail> = async ({ ctx, user }) => {
  const profile = orNotFound(await findProfile(ctx.db, user.userId), 'profile');
  await ctx.db.transaction((tx) => queueWelcome(ctx, tx, { ...profile, userId: profile.id }));
  return { success: true };
};
