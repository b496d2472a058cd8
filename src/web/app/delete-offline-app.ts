import { APP_PATHS } from '../../contract/site-paths.ts';
import { IN_BROWSER } from './site.ts';

/** What the worker of the case file has stored, and the worker itself. */
export async function deleteOfflineApp(): Promise<void> {
  if (!IN_BROWSER || !('serviceWorker' in navigator)) return;
  try {
    const worker = await navigator.serviceWorker.getRegistration(APP_PATHS.accountCase);
    await worker?.unregister();
    await caches.delete('case-file-app');
  } catch {
    // Storage is blocked: nothing was left behind.
  }
}
