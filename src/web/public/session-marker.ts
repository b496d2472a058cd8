import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';

// Runs before the first paint, so that the header never flickers; the mark proves nothing to the server.
const { dataset } = document.documentElement;
try {
  if (localStorage.getItem(SESSION_STORAGE_KEY)) dataset['session'] = '';
} catch {
  // Storage is blocked: shown as a visitor.
}
dataset['sessionKnown'] = '';
