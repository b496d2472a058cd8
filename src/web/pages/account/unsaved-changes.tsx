import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import styles from './unsaved-changes.module.css';

/** Stands in a form: whoever is about to leave it by whatever way (Escape, Back, a link, the tab) is asked first. */
export function UnsavedChanges({ when }: { readonly when: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => when, enableBeforeUnload: () => when, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return (
    <Notice tone="warning" title="Leave without saving?">
      <Stack>
        <p>What you have changed here would be lost.</p>
        <div className={styles.choices}>
          <Button ref={focusOnArrival} onClick={blocker.reset}>
            Keep editing
          </Button>
          <Button variant="secondary" onClick={blocker.proceed}>
            Discard changes
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}

/** The question came up of itself; whoever works by keyboard or ear is taken to it. */
function focusOnArrival(button: HTMLButtonElement | null): void {
  button?.focus();
}
