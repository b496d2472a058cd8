import { safeSessionStorage } from '../safe-storage.ts';

const RELOADED_FOR = 'reloaded-for-build';

/** Reloads once for each build (rules/pages 52). */
export function reloadForNewBuild(): void {
  window.addEventListener('vite:preloadError', () => {
    void reloadWhereItHelps();
  });
}

/** Without a connection, the browser's error page would replace everything the user typed. */
async function reloadWhereItHelps(): Promise<void> {
  if ((await isReachable()) && isFirstFor(import.meta.url)) location.reload();
}

export async function isReachable(): Promise<boolean> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}

function isFirstFor(build: string): boolean {
  return safeSessionStorage.getItem(RELOADED_FOR) !== build && safeSessionStorage.setItem(RELOADED_FOR, build);
}
