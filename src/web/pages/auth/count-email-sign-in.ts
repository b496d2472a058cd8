import { record } from '../../analytics/visit.ts';
import { auth, EMAIL_LINK } from '../../app/session.ts';
import { signInByEmail } from './counted-sign-in.ts';

export async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const { data } = await auth.getSession();
  const signIn = data.session && signInByEmail(EMAIL_LINK, data.session.user);
  if (signIn !== null) record(signIn);
}
