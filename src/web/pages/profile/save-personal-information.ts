import type { UserAttributes } from '@supabase/auth-js';
import * as z from 'zod/mini';
import { type ProfileReply, saveProfile } from '../../../contract/account.ts';
import { email, requiredText } from '../../../contract/fields.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { NotReauthenticated } from '../../app/reauthentication.ts';
import { auth, answerOf } from '../../app/session.ts';
import type { BoardNotice } from '../../ui/notice.tsx';
import type { Guard } from '../security/reauthentication.tsx';
import { saveNotice } from './save-outcome.ts';

export const profileForm = z.object({ fullName: requiredText(100), email });
export type ProfileForm = z.output<typeof profileForm>;

/** Saves the name in profile and identity (rules/accounts 10), then asks for the new email. @throws ApiFailure, AuthError */
export async function savePersonalInformation(
  profile: ProfileReply,
  { fullName, email }: ProfileForm,
  guard: Guard,
): Promise<BoardNotice> {
  await call(saveProfile, { body: { fullName } });
  await update({ data: { full_name: fullName } });
  if (email === profile.email) return SAVED;
  try {
    await guard(() => update({ email }));
    return NAME_SAVED;
  } catch (error) {
    if (error instanceof NotReauthenticated) return EMAIL_STAYS;
    throw error;
  }
}

async function update(attributes: UserAttributes): Promise<void> {
  await answerOf(auth.updateUser(attributes, { emailRedirectTo: location.origin + APP_PATHS.accountProfile }));
}

const SAVED = saveNotice('Personal information updated successfully!');
const EMAIL_STAYS = saveNotice('Your name is saved. Your email stays as it is: we could not be sure that it was you.');
const NAME_SAVED = saveNotice('Name updated successfully! Email update may require confirmation.');
