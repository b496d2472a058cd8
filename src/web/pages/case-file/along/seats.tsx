import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { blockSeat, type CaseGroup, removeSeat, type Seat } from '../../../../contract/case-groups.ts';
import { call } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogChoice, type DialogContentProps } from '../../../ui/dialog.tsx';
import { type BoardNotice, Notice } from '../../../ui/notice.tsx';
import { cacheGroup } from '../case-queries.ts';
import styles from './along.module.css';

interface SeatsProps {
  readonly season: string;
  readonly group: CaseGroup;
  readonly letters: number;
  readonly onDone: (notice: BoardNotice) => void;
}

type Act = 'remove' | 'block';

export function Seats({ season, group, letters, onDone }: SeatsProps) {
  const [asked, setAsked] = useState<{ readonly seat: Seat; readonly act: Act } | null>(null);
  const { isOwner } = group.own;
  const title = asked === null ? '' : `${asked.act === 'remove' ? 'Remove' : 'Block'} ${asked.seat.name}?`;
  return (
    <>
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title={title}>
        {asked !== null && (
          <Question {...asked} season={season} isOwner={isOwner} onClose={() => setAsked(null)} onDone={onDone} />
        )}
      </Dialog>
      <ul className={styles.seats} aria-label="Who reads along">
        {group.seats.map((seat) => (
          <li key={seat.id} className={styles.seat}>
            <span>
              <span className={styles.name}>{seat.isSelf ? `${seat.name} (you)` : seat.name}</span>
              <span className={styles.state}>{seatWords(seat, letters)}</span>
            </span>
            {!seat.isSelf && (
              <span className={styles.actions}>
                {isOwner && (
                  <Button
                    fit
                    variant="secondary"
                    aria-label={`Remove ${seat.name}`}
                    onClick={() => setAsked({ seat, act: 'remove' })}
                  >
                    Remove
                  </Button>
                )}
                {!seat.isBlocked && (
                  <Button
                    fit
                    variant="quiet"
                    aria-label={`Block ${seat.name}`}
                    onClick={() => setAsked({ seat, act: 'block' })}
                  >
                    Block
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function seatWords(seat: Seat, letters: number): string {
  const words = [
    seat.isOwner ? 'has sat here longest, and keeps the links' : null,
    seat.isSelf ? null : sharedWords(seat.letters, letters),
    seat.isBlocked ? 'blocked by you' : null,
  ];
  return words.filter((one) => one !== null).join(' · ');
}

/** How far somebody is ahead is theirs to know. */
function sharedWords(shared: number, letters: number): string | null {
  if (letters === 0) return null;
  if (shared === letters) return 'has every letter that you have';
  return shared === 0 ? 'has none of your letters yet' : `has ${shared} of your ${letters} letters`;
}

interface QuestionProps extends DialogContentProps {
  readonly season: string;
  readonly seat: Seat;
  readonly act: Act;
  readonly isOwner: boolean;
}

function Question({ season, seat: { id, name }, act, isOwner, onClose, onDone }: QuestionProps) {
  const endpoint = act === 'remove' ? removeSeat : blockSeat;
  const change = useMutation({
    mutationFn: () => call(endpoint, { params: { season, seat: id } }),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      onClose();
      onDone({ tone: 'success', text: act === 'remove' ? `${name} has left the table.` : `${name} is blocked.` });
    },
  });
  return (
    <>
      {change.isError && <Notice tone="error">{change.error.message}</Notice>}
      <p>{act === 'remove' ? REMOVE : isOwner ? BLOCK_BY_OWNER : BLOCK}</p>
      <DialogChoice
        yes={act === 'remove' ? 'Remove' : 'Block'}
        no="Leave It"
        busy={change.isPending}
        onNo={onClose}
        onYes={() => change.mutate()}
      />
    </>
  );
}

const REMOVE = 'Their notes leave with them. They are not told, and another link of yours would seat them again.';
const BLOCK_BY_OWNER =
  'They lose their chair, their notes leave with them, and no link seats them in a group of yours again. They are not told.';
const BLOCK =
  'Neither of you reads the other’s notes from now on, and no link seats them in a group of yours. They keep their chair here, which is not yours to take, and are not told.';
