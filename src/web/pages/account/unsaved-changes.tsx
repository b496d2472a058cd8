import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import styles from './unsaved-changes.module.css';

interface UnsavedChangesProps {
  readonly when: boolean;
  /** True for a form whose links may be followed without asking, except offline, where it couldn't be saved first. */
  readonly offlineOnly?: boolean;
}

/** Asks before the user leaves the form by Escape, Back, a link or closing the tab. */
export function UnsavedChanges({ when, offlineOnly = false }: UnsavedChangesProps) {
  const isAsked = () => when && !(offlineOnly && navigator.onLine);
  const blocker = useBlocker({ shouldBlockFn: isAsked, enableBeforeUnload: isAsked, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />;
}

export function LeaveQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  return (
    <Notice tone="warning" title="Leave without saving?">
      <Stack>
        <p>Your changes will be lost.</p>
        <div className={styles.choices}>
          <Button ref={focusOnMount} onClick={onStay}>
            Keep editing
          </Button>
          <Button variant="secondary" onClick={onLeave}>
            Discard changes
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
