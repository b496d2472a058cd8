import type { GoTrueClient } from '@supabase/auth-js';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { claimsOf } from './claims.ts';

/**
 * The access token of the session that this browser has, when its address brings another: a link in a mail, or the way back from connecting
 * Google. To be read before the client puts the one in the other's place.
 */
export function replacedSessionToken({ hash }: Location): string | null {
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return null;
  try {
    const { access_token }: { access_token?: unknown } = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? '{}');
    return typeof access_token === 'string' ? access_token : null;
  } catch {
    // Storage closed to us, or something nobody can read: then nothing was left behind.
    return null;
  }
}

/**
 * Ends that session, once the one that was brought is in its place: nobody here could do it any more. It would stand among the devices as a
 * second one, and outlive a sign-out here. Somebody else's is let be.
 */
export async function endSessionLeftBehind(auth: GoTrueClient, token: string): Promise<void> {
  const { session } = (await auth.getSession()).data;
  if (session === null) return;
  const [now, before] = [claimsOf(session.access_token), claimsOf(token)];
  if (now.sub === before.sub && now.session_id !== before.session_id) await auth.admin.signOut(token, 'local');
}
