const RELOADED_FOR = 'reloaded-for-build';

/** Once for each build (rules/pages 52). */
export function reloadForNewBuild(): void {
  window.addEventListener('vite:preloadError', () => {
    if (isFirstFor(import.meta.url)) location.reload();
  });
}

function isFirstFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === build) return false;
    sessionStorage.setItem(RELOADED_FOR, build);
    return true;
  } catch {
    return false;
  }
}
