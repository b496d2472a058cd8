import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { safeLocalStorage } from '../safe-storage.ts';

// Runs before the first paint, so that the header doesn't flicker. The server doesn't rely on this mark.
const { dataset } = document.documentElement;
if (safeLocalStorage.getItem(SESSION_STORAGE_KEY)) dataset['session'] = '';
dataset['sessionKnown'] = '';
