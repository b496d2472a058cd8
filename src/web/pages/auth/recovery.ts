import { GoTrueClient, isAuthRetryableFetchError, isAuthSessionMissingError, type Session } from '@supabase/auth-js';
import { needsReauthentication } from '../../app/reauthentication.ts';
import { awaitsSecondStep } from '../../app/second-step.ts';
import { AUTH_SERVER, auth, settledSession } from '../../app/session.ts';

export interface ResetTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export class DeadResetLink extends Error {}

export class SecondStepOwed extends Error {}

/** A client whose session isn't stored in the browser or shared with other tabs. */
export function recoveryClient(): GoTrueClient {
  return new GoTrueClient({
    ...AUTH_SERVER,
    storageKey: 'recovery',
    persistSession: false,
    autoRefreshToken: true,
    detectSessionInUrl: false,
  });
}

/**
 * Sets the password and ends the link's session (rules/accounts 25).
 * @throws DeadResetLink, SecondStepOwed, AuthError
 */
export async function setNewPassword(client: GoTrueClient, tokens: ResetTokens, password: string): Promise<void> {
  const session = await sessionOf(client, tokens);
  if (awaitsSecondStep(session)) throw new SecondStepOwed();
  const { error } = await client.updateUser({ password });
  if (isAuthSessionMissingError(error) || needsReauthentication(error)) throw new DeadResetLink();
  if (error) throw error;
  await client.signOut({ scope: 'local' });
  await signOutHere(session.user.id);
}

/** The link works once, so its session is kept for another try after a refused password. */
async function sessionOf(client: GoTrueClient, tokens: ResetTokens): Promise<Session> {
  const { data: opened } = await client.getSession();
  if (opened.session !== null) return opened.session;
  const { data, error } = await client.setSession(tokens);
  if (isAuthRetryableFetchError(error)) throw error;
  if (data.session === null) throw new DeadResetLink();
  return data.session;
}

/** The server has also ended this browser's own session. */
async function signOutHere(userId: string): Promise<void> {
  if ((await settledSession())?.user.id === userId) await auth.signOut({ scope: 'local' });
}
