import type { Session, User } from '@supabase/auth-js';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { safeLocalStorage } from '../safe-storage.ts';
import { awaitsSecondStep } from './second-step.ts';

/** The session that the auth client stored in this browser, expired or not. */
export function storedSession(): Session | null {
  try {
    const stored = JSON.parse(safeLocalStorage.getItem(SESSION_STORAGE_KEY) ?? 'null') as Partial<Session> | null;
    return typeof stored?.access_token === 'string' && stored.user ? (stored as Session) : null;
  } catch {
    // Another program wrote the value.
    return null;
  }
}

/** The user who is signed in according to this browser. The server may disagree. */
export function storedUser(): User | null {
  const session = storedSession();
  return session === null || awaitsSecondStep(session) ? null : session.user;
}
