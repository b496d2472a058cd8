import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { GoogleMark } from './google-mark.tsx';
import styles from './google-button.module.css';
import { type Journey, leaveForGoogle } from './google.ts';

export function GoogleButton({ setOut, failure }: { readonly setOut: Journey; readonly failure: string }) {
  const leave = useMutation({ mutationFn: leaveForGoogle });
  return (
    <>
      {leave.isError && <Notice tone="error">{failure}</Notice>}
      <Button variant="secondary" busy={leave.isPending} onClick={() => leave.mutate(setOut)}>
        {!leave.isPending && <GoogleMark />}
        Continue with Google
      </Button>
      <p className={styles.or}>or in writing</p>
    </>
  );
}
