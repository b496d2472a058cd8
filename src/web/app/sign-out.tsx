import { useMutation } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { signOut, useSession } from './session.ts';
import styles from './sign-out.module.css';

export function SignOut() {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <>
      <Button variant="quiet" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Sign Out
      </Button>
      {leave.isError && <Notice tone="error">{leave.error.message}</Notice>}
    </>
  );
}

/** @param expected the page is for users alone, so the line has its room before the session is known, and then moves nothing */
export function SignedInAs({ expected = false }: { readonly expected?: boolean }) {
  const session = useSession();
  if (session === null) return expected ? <Room /> : null;
  return (
    <div className={styles.line}>
      <span>Known here as {session.user.email}.</span>
      <SignOut />
    </div>
  );
}

function Room() {
  return (
    <div className={`${styles.line} ${styles.room}`} aria-hidden="true">
      <span>&nbsp;</span>
      <Button variant="quiet" tabIndex={-1}>
        Sign Out
      </Button>
    </div>
  );
}
