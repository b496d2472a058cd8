const RELOADED_FOR = 'reloaded-for-build';

/** A tab of an earlier build whose files are gone begins anew, once for each build. */
export function reloadForNewBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!isFirstFor(import.meta.url)) return;
    event.preventDefault();
    location.reload();
  });
}

function isFirstFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === build) return false;
    sessionStorage.setItem(RELOADED_FOR, build);
    return true;
  } catch {
    // Without a memory it might reload for ever.
    return false;
  }
}
