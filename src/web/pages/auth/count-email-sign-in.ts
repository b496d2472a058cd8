import { record } from '../../analytics/visit.ts';
import { auth, EMAIL_LINK } from '../../app/session.ts';
import { signInByEmail } from './counted-sign-in.ts';

/** Counts what the mailed link did by which the app was opened; nothing when it was opened otherwise, or the link brought nobody in. */
export async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const { data } = await auth.getSession();
  const signIn = data.session && signInByEmail(EMAIL_LINK, data.session.user);
  if (signIn !== null) record(signIn);
}
