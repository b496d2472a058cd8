import { useRouter } from '@tanstack/react-router';
import type { BoardNotice } from '../ui/notice.tsx';

export const OPENED_HERE = { resetScroll: false, state: { dialogOpenedHere: true } } as const;

/** From one dialog to the next: closing the second closes both. */
export const SWAPPED_HERE = { resetScroll: false, state: true, replace: true } as const;

/** For what stands in such a dialog: `finish` closes it after a success, and says so on the page. */
export function useDialogOutcome(onDone: (notice: BoardNotice) => void) {
  const close = useCloseDialog();
  const finish = (notice: BoardNotice) => {
    onDone(notice);
    close({ saved: true });
  };
  return { onClose: () => close(), onDone: finish };
}

interface Closing {
  /** Closes without the question about unsaved changes: they have just been saved. */
  readonly saved?: boolean;
}

/** Closes the dialog named in the page's address; a bookmarked one has no history entry to go back to. */
export function useCloseDialog(): (closing?: Closing) => void {
  const router = useRouter();
  return ({ saved = false } = {}) => {
    if (router.state.location.state.dialogOpenedHere) return router.history.back({ ignoreBlocker: saved });
    void router.navigate({ to: '.', search: {}, replace: true, resetScroll: false, ignoreBlocker: saved });
  };
}
