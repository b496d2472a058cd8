import type { GoTrueClient } from '@supabase/auth-js';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { claimsOf } from './second-step.ts';

/** The token of the session that a link's new session replaces; read before the auth client overwrites it. */
export function replacedSessionToken({ hash }: Location): string | null {
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return null;
  try {
    const { access_token }: { access_token?: unknown } = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? '{}');
    return typeof access_token === 'string' ? access_token : null;
  } catch {
    // Storage is blocked or unreadable: nothing was left behind.
    return null;
  }
}

/** Ends the replaced session of the same user, which would otherwise outlive a sign-out here. */
export async function endSessionLeftBehind(auth: GoTrueClient, token: string): Promise<void> {
  const { session } = (await auth.getSession()).data;
  if (session === null) return;
  const [now, before] = [claimsOf(session.access_token), claimsOf(token)];
  if (now.sub === before.sub && now.session_id !== before.session_id) await auth.admin.signOut(token, 'local');
}
