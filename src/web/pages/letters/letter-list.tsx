import { useState } from 'react';
import type { LettersReply } from '../../../contract/letters.ts';
import { Fold } from '../../ui/fold.tsx';
import { CalendarEntry } from './calendar-entry.tsx';
import styles from './calendar.module.css';
import { type CalendarLetter, capital, lettersFromTo, longDate } from './letter-words.ts';

const NEXT_LETTERS = 4;

interface LetterListProps {
  readonly subscriptionId: string;
  readonly letters: LettersReply['letters'];
}

export function LetterList({ subscriptionId, letters }: LetterListProps) {
  // A letter just confirmed stays visible instead of folding away.
  const [saidHere, setSaidHere] = useState<readonly number[]>([]);
  const sayItCame = (letter: number) => setSaidHere((before) => [...before, letter]);
  const come = letters.filter(({ letter, state }) => state === 'arrived' && !saidHere.includes(letter));
  const planned = letters.filter(({ state }) => state === 'planned');
  const later = planned.slice(NEXT_LETTERS);
  const now = letters.filter((letter) => !come.includes(letter) && !later.includes(letter));
  return (
    <div className={styles.groups}>
      {come.length > 0 && (
        <Fold summary={comeWords(come)}>
          <Letters subscriptionId={subscriptionId} letters={come} />
        </Fold>
      )}
      {now.length > 0 && (
        <Letters subscriptionId={subscriptionId} letters={now} saidHere={saidHere} onCome={sayItCame} />
      )}
      {later.length > 0 && (
        <Fold summary={laterWords(later)}>
          <Letters subscriptionId={subscriptionId} letters={later} />
        </Fold>
      )}
    </div>
  );
}

interface LettersProps extends LetterListProps {
  readonly saidHere?: readonly number[];
  readonly onCome?: (letter: number) => void;
}

function Letters({ subscriptionId, letters, saidHere = [], onCome = () => undefined }: LettersProps) {
  return (
    <ol className={styles.letters}>
      {letters.map((letter) => (
        <li key={letter.letter} className={styles.letter} data-state={letter.state}>
          <CalendarEntry
            subscriptionId={subscriptionId}
            letter={letter}
            saidHere={saidHere.includes(letter.letter)}
            onCome={() => onCome(letter.letter)}
          />
        </li>
      ))}
    </ol>
  );
}

function comeWords(come: readonly CalendarLetter[]): string {
  const [first, last] = [come[0]?.letter ?? 0, come.at(-1)?.letter ?? 0];
  if (come.length === 1) return `Letter ${first} has arrived`;
  const hasGaps = last - first >= come.length;
  return `${hasGaps ? `${come.length} letters` : capital(lettersFromTo(first, last))} have arrived`;
}

function laterWords(later: readonly CalendarLetter[]): string {
  const [first, last] = [later[0]?.letter ?? 0, later.at(-1)?.letter ?? 0];
  const on = longDate(later.at(-1)?.mailingDay ?? '');
  if (later.length === 1) return `Letter ${first} follows on ${on}`;
  return `${capital(lettersFromTo(first, last))} follow, the last on ${on}`;
}
