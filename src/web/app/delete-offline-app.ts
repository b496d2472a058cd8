import { APP_PATHS } from '../../contract/site-paths.ts';
import { IN_BROWSER } from './site.ts';

/** Deletes the case file's service worker and everything it stored. */
export async function deleteOfflineApp(): Promise<void> {
  if (!IN_BROWSER || !('serviceWorker' in navigator)) return;
  try {
    const worker = await navigator.serviceWorker.getRegistration(APP_PATHS.accountCase);
    await worker?.unregister();
    await caches.delete('case-file-app');
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
