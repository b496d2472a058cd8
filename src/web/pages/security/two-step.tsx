import type { Factor } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../domain/calendar-date.ts';
import { answerOf, auth } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { invalidate, userQuery } from '../../app/queries.ts';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { AuthenticatorDialog, type Enrolment } from './authenticator-dialog.tsx';
import { Entries, Entry, TitledSection } from './titled-section.tsx';
import { useReauthentication } from './reauthentication.tsx';

export function TwoStep({ factors }: { readonly factors: readonly Factor[] }) {
  const guard = useReauthentication();
  const enrol = useMutation({ mutationFn: () => guard(beginEnrolment) });
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const verified = factors.filter(({ status }) => status === 'verified');

  const isEnrolling = enrol.isSuccess;
  const opener = useFocusAfter(isEnrolling, notice === null);

  function begin(): void {
    setNotice(null);
    enrol.mutate();
  }

  return (
    <TitledSection title="Two-Step Verification">
      {/* Close the dialog first, since nothing behind an open dialog can take the focus. */}
      <RemoveFactorDialog
        factor={leaving}
        isLast={verified.length === 1}
        onClose={() => setLeaving(null)}
        onRemoved={() => setNotice({ ...REMOVED })}
      />
      <AuthenticatorDialog
        enrolment={enrol.data ?? null}
        isFirst={verified.length === 0}
        onClose={enrol.reset}
        onProved={() => setNotice(verified.length > 1 ? { ...ADDED } : { ...TURNED_ON })}
      />
      <NoticeBoard notice={notice} covered={leaving !== null || isEnrolling} />
      <p>
        {verified.length === 0
          ? 'Off. If you turn it on, we also ask for a code from an app on your phone when you sign in.'
          : 'On. When you sign in, we also ask for a code from your authenticator app.'}
      </p>
      {verified.length > 0 && (
        <Entries>
          {verified.map((factor) => (
            <Entry
              key={factor.id}
              name="Authenticator app"
              note={`Added ${formatDate(new Date(factor.created_at))}`}
              action={
                <Button variant="quiet" onClick={() => setLeaving(factor)}>
                  Remove
                </Button>
              }
            />
          ))}
        </Entries>
      )}
      <RefusalNotice error={enrol.error} unexpected="We couldn’t start the setup. Please try again." />
      <Button ref={opener} variant="secondary" busy={enrol.isPending} onClick={begin}>
        {verified.length === 0 ? 'Turn On' : 'Add Another Authenticator App'}
      </Button>
    </TitledSection>
  );
}

/** The button was disabled when the dialog opened, so it didn't have the focus to return to. */
function useFocusAfter(isOpen: boolean, isNeeded: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isNeeded) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, isNeeded]);
  return opener;
}

const TURNED_ON = {
  tone: 'success',
  text: 'Two-step verification is on. From now on, we ask for a code when you sign in.',
} as const;
const ADDED = { tone: 'success', text: 'The authenticator app is added. Codes from it work, too.' } as const;
const REMOVED = {
  tone: 'success',
  text: 'The authenticator app is removed. Its codes and recovery codes no longer work.',
} as const;

/** Fields that our server adds to GoTrue's answer. */
interface RecoveryCodes {
  readonly recovery_codes?: readonly string[];
}

/** A factor is active once its first code was accepted. */
async function beginEnrolment(): Promise<Enrolment> {
  const { data } = await answerOf(auth.mfa.enroll({ factorType: 'totp', issuer: 'The Dead Letter Club' }));
  const { recovery_codes: recoveryCodes = [] } = data as typeof data & RecoveryCodes;
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, recoveryCodes };
}

interface RemoveFactorDialogProps {
  readonly factor: Factor | null;
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
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
    <Dialog open={factor !== null} onClose={leave} title="Remove This Authenticator App?">
      <RefusalNotice error={remove.error} unexpected="We couldn’t remove it. Please try again." />
      <p>
        {isLast
          ? 'This is your only authenticator app. If you remove it, two-step verification is off, and your recovery codes stop working.'
          : 'If you remove it, its codes and the recovery codes you got with it stop working right away. Your other authenticator apps and their recovery codes keep working.'}
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
  // The session still has the factor in its claims until it is renewed.
  await auth.refreshSession();
}
