import type { CaseGroup, Seat } from '../../../../contract/case-groups.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './read-along.module.css';
import type { Question } from './questions.tsx';

interface SeatsProps {
  readonly group: CaseGroup;
  readonly letters: number;
  readonly onAsk: (question: Question) => void;
}

export function Seats({ group, letters, onAsk }: SeatsProps) {
  const { isOwner } = group.own;
  return (
    <ul className={styles.seats} aria-label="Who’s reading along">
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
                  onClick={() => onAsk({ seat, act: 'remove' })}
                >
                  Remove
                </Button>
              )}
              {!seat.isBlocked && (
                <Button
                  fit
                  variant="quiet"
                  aria-label={`Block ${seat.name}`}
                  onClick={() => onAsk({ seat, act: 'block' })}
                >
                  Block
                </Button>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function seatWords(seat: Seat, letters: number): string {
  const words = [
    seat.isOwner ? 'manages the invitation links' : null,
    seat.isSelf ? null : sharedWords(seat.letters, letters),
    seat.isBlocked ? 'blocked by you' : null,
  ];
  return words.filter((one) => one !== null).join(' · ');
}

function sharedWords(shared: number, letters: number): string | null {
  if (letters === 0) return null;
  if (shared === letters) return 'has every letter that you have';
  return shared === 0
    ? 'has none of the letters that you have'
    : `has ${shared} of the ${letters} letters that you have`;
}
