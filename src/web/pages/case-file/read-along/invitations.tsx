import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { inviteToGroup, type CaseGroup, withdrawInvitation } from '../../../../contract/case-groups.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { call } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { cacheGroup } from '../case-queries.ts';
import styles from './read-along.module.css';

interface InvitationsProps {
  readonly season: string;
  readonly group: CaseGroup;
}

export function Invitations({ season, group: { invitations, seats, mostSeats } }: InvitationsProps) {
  const [link, setLink] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: () => call(inviteToGroup, { params: { season } }),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      setLink(reply.link);
    },
  });
  const withdraw = useMutation({
    mutationFn: (invitation: string) => call(withdrawInvitation, { params: { season, invitation } }),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      // The shown link may be the one that was just withdrawn.
      setLink(null);
    },
  });
  const failure = invite.error ?? withdraw.error;
  if (seats.length >= mostSeats && invitations.length === 0) return <p>The group is full.</p>;
  return (
    <>
      <p>Each link lets one person join, within fourteen days. Send it to them yourself: we don’t email anyone.</p>
      {failure !== null && <Notice tone="error">{failure.message}</Notice>}
      {link !== null && <NewLink key={link} link={link} />}
      {seats.length < mostSeats && (
        <Button fit variant="secondary" busy={invite.isPending} onClick={() => invite.mutate()}>
          Make a Link
        </Button>
      )}
      {invitations.length > 0 && (
        <ul className={styles.seats} aria-label="Unused links">
          {invitations.map(({ id, expiresAt }, index) => (
            <li key={id} className={styles.seat}>
              <span className={styles.state}>
                {`Link ${index + 1}, unused, valid until ${formatDate(new Date(expiresAt))}`}
              </span>
              <Button
                fit
                variant="quiet"
                aria-label={`Withdraw link ${index + 1}`}
                busy={withdraw.isPending && withdraw.variables === id}
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate(id)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** It is shown only once, since the server stores just its hash. */
function NewLink({ link }: { readonly link: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <div className={styles.link}>
      <TextField
        label="The new link"
        hint="Copy the link now: we can’t show it again. Only one person can join with it."
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <Button fit variant="secondary" onClick={() => void copy().catch(() => setCopied(false))}>
        {isCopied ? 'Copied' : 'Copy the Link'}
      </Button>
    </div>
  );
}
