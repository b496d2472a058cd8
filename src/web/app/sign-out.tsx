import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AppButtonLink } from './links.tsx';
import { signOut, useSession } from './session.ts';
import styles from './sign-out.module.css';
import { Exact } from '../ui/text.tsx';

export function SignOut() {
  const leave = useMutation({ mutationFn: () => signOut() });
  return (
    <>
      <Button variant="quiet" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Sign Out
      </Button>
      {leave.isError && <Notice tone="error">{leave.error.message}</Notice>}
    </>
  );
}

interface SignedInAsProps {
  readonly otherwise?: ReactNode;
}

export function SignedInAs({ otherwise = null }: SignedInAsProps) {
  const session = useSession();
  if (session === null) return otherwise;
  return (
    <div className={styles.line}>
      <span>
        Signed in as <br />
        <Exact>{session.user.email}</Exact>
      </span>
      <SignOut />
    </div>
  );
}

export function SignedInRoom() {
  return (
    <div className={`${styles.line} ${styles.room}`} aria-hidden="true">
      <span>
        &nbsp;
        <br />
        &nbsp;
      </span>
      <SignOutUnwired />
    </div>
  );
}

export function SignOutRoom() {
  return (
    <div className={styles.room} aria-hidden="true">
      <SignOutUnwired />
    </div>
  );
}

function SignOutUnwired() {
  return (
    <Button variant="quiet" tabIndex={-1}>
      Sign Out
    </Button>
  );
}

/** For a page for visitors and users. `next` is the page to return to after sign-in. */
export function NotSignedIn({ next }: { readonly next: string }) {
  return (
    <div className={`${styles.line} ${styles.visitor}`}>
      <span>Have an account?</span>
      <AppButtonLink variant="quiet" to={APP_PATHS.signin} search={{ next }}>
        Sign In
      </AppButtonLink>
    </div>
  );
}
