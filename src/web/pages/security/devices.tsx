import { useMutation } from '@tanstack/react-query';
import type { DeviceReply } from '../../../contract/security.ts';
import { formatDate, elapsedWords } from '../../../domain/calendar-date.ts';
import { useNow } from '../../app/now.ts';
import { invalidate, securityQuery } from '../../app/queries.ts';
import { auth, answerOf } from '../../app/session.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeBoard } from '../../ui/notice.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';
import { Entries, Entry, TitledSection } from './titled-section.tsx';

export function Devices({ devices }: { readonly devices: readonly DeviceReply[] }) {
  const now = useNow();
  const signOutOthers = useMutation({
    mutationFn: () => answerOf(auth.signOut({ scope: 'others' })),
    onSuccess: () => invalidate(securityQuery),
  });

  return (
    <TitledSection title="Signed-In Devices">
      <Entries>
        {devices.map((device) => (
          <Entry key={device.id} name={nameOf(device)} note={detailsOf(device, now)} />
        ))}
      </Entries>
      <NoticeBoard notice={signOutOthers.isSuccess ? SIGNED_OUT : null} />
      <RefusalNotice
        error={signOutOthers.error}
        unexpected="We couldn’t sign out the other devices. Please try again."
      />
      {devices.length > 1 && (
        <Button variant="secondary" busy={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
          Sign out all other devices
        </Button>
      )}
    </TitledSection>
  );
}

const SIGNED_OUT = { tone: 'success', text: 'Every other device has been signed out.' } as const;

function nameOf({ browser, system, current }: DeviceReply): string {
  const name = browser === null ? 'Unknown browser' : `${browser}${system === null ? '' : ` on ${system}`}`;
  return current ? `${name} (this device)` : name;
}

function detailsOf({ signedInAt, lastSeenAt, ip }: DeviceReply, now: Date): string {
  const signedIn = `Signed in ${formatDate(new Date(signedInAt))}`;
  const seen = `last seen ${elapsedWords(new Date(lastSeenAt), now)}`;
  return [signedIn, seen, ...(ip === null ? [] : [`from ${ip}`])].join(', ');
}
