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

export function SignedInAs() {
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={styles.line}>
      <span>Known here as {session.user.email}.</span>
      <SignOut />
    </div>
  );
}
