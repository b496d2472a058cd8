import { type ProfileReply, saveProfile } from '../../../contract/account.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { auth } from '../../app/session.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import type { PersonForm } from './personal-information.tsx';
import { saveNotice } from './save-notice.ts';

/**
 * Saves the name in the profile and the identity alike (rules/accounts 10), then asks for the new e-mail address.
 * @returns what to say, in the words of rules/pages 31
 * @throws ApiFailure, AuthError
 */
export async function savePerson(profile: ProfileReply, { fullName, email }: PersonForm): Promise<BoardNotice> {
  await call(saveProfile, { body: { fullName } });
  const movesAway = email !== profile.email;
  const { error } = await auth.updateUser(
    { data: { full_name: fullName }, ...(movesAway && { email }) },
    { emailRedirectTo: location.origin + APP_PATHS.accountProfile },
  );
  if (error) throw error;
  return movesAway ? NAME_SAVED : SAVED;
}

const SAVED = saveNotice('Personal information updated successfully!');
const NAME_SAVED = saveNotice('Name updated successfully! Email update may require confirmation.');
