import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';

// Runs before the first paint, so that the header shows 'Dashboard' or 'Sign In' once and for good (ARCHITECTURE, "Pages").
// It proves nothing to anybody: the dashboard asks the server who is there.
try {
  if (localStorage.getItem(SESSION_STORAGE_KEY)) document.documentElement.dataset['session'] = '';
} catch {
  // Storage is closed to us (cookies blocked): a visitor like any other.
}
