import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';

// Says whether the header shows 'Dashboard' or 'Sign In'; until it has, neither is seen (ui/by-session.module.css), so that
// nothing ever changes before somebody's eyes. It proves nothing to anybody: the dashboard asks the server who is there.
const { dataset } = document.documentElement;
try {
  if (localStorage.getItem(SESSION_STORAGE_KEY)) dataset['session'] = '';
} catch {
  // Storage is closed to us (cookies blocked): a visitor like any other.
}
dataset['sessionKnown'] = '';
