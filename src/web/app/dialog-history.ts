import { useRouter } from '@tanstack/react-router';

/** Goes along when a page opens a dialog over itself: Back, and every other way of closing it, is one step back. */
export const OPENED_HERE = { resetScroll: false, state: { dialogOpenedHere: true } } as const;

/** From one dialog to the next: the entry stays what it was, so what closes the first, Back or not, closes both. */
export const SWAPPED_HERE = { resetScroll: false, state: true, replace: true } as const;

interface Closing {
  /** Closes without the question about unsaved changes: they have just been saved. */
  readonly saved?: boolean;
}

/**
 * Closes the dialog that stands in the page's address. Where the address was opened with the dialog in it (a bookmark), there is no
 * step back to take, and it is taken out of the address instead.
 */
export function useCloseDialog(): (closing?: Closing) => void {
  const router = useRouter();
  return ({ saved = false } = {}) => {
    if (router.state.location.state.dialogOpenedHere) return router.history.back({ ignoreBlocker: saved });
    void router.navigate({ to: '.', search: {}, replace: true, resetScroll: false, ignoreBlocker: saved });
  };
}
