import type { Factor } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { invalidate, userQuery } from '../../app/queries.ts';
import { auth, answerOf } from '../../app/session.ts';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { useReauthentication } from './reauthentication.tsx';

interface RemoveFactorDialogProps {
  readonly factor: Factor | null;
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const guard = useReauthentication();
  const remove = useMutation({
    mutationFn: (removed: Factor) => guard(() => removeFactor(removed)),
    onSuccess: async () => {
      await invalidate(userQuery);
      leave();
      onRemoved();
    },
  });

  function leave() {
    remove.reset();
    onClose();
  }

  return (
    <Dialog open={factor !== null} onClose={leave} title="Remove This Authenticator?">
      <RefusalNotice error={remove.error} unexpected="It could not be removed. Please try again." />
      <p>
        {isLast
          ? 'It is the only one. Without it your password alone opens the account.'
          : 'Its codes stop working at once. Your other authenticators stay.'}
      </p>
      <DialogChoice
        yes="Remove"
        no="Keep it"
        busy={remove.isPending}
        onNo={leave}
        onYes={() => factor && remove.mutate(factor)}
      />
    </Dialog>
  );
}

async function removeFactor({ id: factorId }: Factor): Promise<void> {
  await answerOf(auth.mfa.unenroll({ factorId }));
  // The session still claims the factor until it is renewed.
  await auth.refreshSession();
}
