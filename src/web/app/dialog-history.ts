import { useRouter } from '@tanstack/react-router';
import type { BoardNotice } from '../ui/notice.tsx';

export const OPENED_HERE = { resetScroll: false, state: { dialogOpenedHere: true } } as const;

/** Replaces one dialog with the next, so that closing the second closes both. */
export const SWAPPED_HERE = { resetScroll: false, state: true, replace: true } as const;

/** For a form in such a dialog: `finish` closes it after success and shows a notice on the page. */
export function useDialogOutcome(onDone: (notice: BoardNotice) => void) {
  const close = useCloseDialog();
  const finish = (notice: BoardNotice) => {
    onDone(notice);
    close({ saved: true });
  };
  return { onClose: () => close(), onDone: finish };
}

interface Closing {
  /** Closes without asking about unsaved changes, since they were just saved. */
  readonly saved?: boolean;
}

/** Closes the dialog that is in the page's URL. A bookmarked dialog has no history entry to go back to. */
export function useCloseDialog(): (closing?: Closing) => void {
  const router = useRouter();
  return ({ saved = false } = {}) => {
    if (router.state.location.state.dialogOpenedHere) return router.history.back({ ignoreBlocker: saved });
    void router.navigate({ to: '.', search: {}, replace: true, resetScroll: false, ignoreBlocker: saved });
  };
}
