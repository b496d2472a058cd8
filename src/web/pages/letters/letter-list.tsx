import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { confirmLetter, type LettersReply } from '../../../contract/letters.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { Fold } from '../../ui/fold.tsx';
import { call } from '../../app/api.ts';
import { cacheLetters } from '../../app/queries.ts';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './calendar.module.css';
import {
  type CalendarLetter,
  capital,
  lettersFromTo,
  longDate,
  shortDate,
  shortDay,
  shortSpan,
  STATE_WORDS,
} from './letter-words.ts';

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

interface CalendarEntryProps {
  readonly subscriptionId: string;
  readonly letter: CalendarLetter;
  /** Just confirmed as received: the pressed button is gone, so the status takes the focus. */
  readonly saidHere: boolean;
  readonly onCome: () => void;
}

function CalendarEntry({ subscriptionId, letter, saidHere, onCome }: CalendarEntryProps) {
  return (
    <>
      <p className={styles.number}>{`Letter ${letter.letter}`}</p>
      <p className={styles.state} {...(saidHere && { tabIndex: -1, ref: focusOnMount })}>
        {STATE_WORDS[letter.state]}
      </p>
      <dl className={styles.dates}>
        {datesOf(letter).map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {(letter.canConfirm || letter.canReportMissing) && (
        <Answers subscriptionId={subscriptionId} letter={letter} onCome={onCome} />
      )}
    </>
  );
}

function datesOf(letter: CalendarLetter): readonly { term: string; detail: string }[] {
  const { mailingDay, handedOverOn, deliveryWindow, addressChangeUntil, state } = letter;
  const dates = [
    { term: 'Mailing day', detail: shortDate(mailingDay) },
    handedOverOn === null ? null : { term: 'Posted', detail: shortDay(handedOverOn) },
    state === 'arrived' ? null : { term: 'Arrives', detail: shortSpan(deliveryWindow) },
    addressChangeUntil === null ? null : { term: 'New address until', detail: shortDay(addressChangeUntil) },
  ];
  return dates.filter((date) => date !== null);
}

function Answers({ subscriptionId, letter, onCome }: Omit<CalendarEntryProps, 'saidHere'>) {
  const { letter: number, canConfirm, canReportMissing } = letter;
  const confirm = useMutation({
    mutationFn: () => call(confirmLetter, { params: { id: subscriptionId, letter: number } }),
    onSuccess: (letters) => {
      onCome();
      cacheLetters(subscriptionId, letters);
    },
  });
  return (
    <div className={styles.answers}>
      {confirm.isError && <Notice tone="error">{confirm.error.message}</Notice>}
      <div className={styles.actions}>
        {canConfirm && (
          <Button
            variant="secondary"
            busy={confirm.isPending}
            aria-label={`It came: letter ${number}`}
            onClick={() => confirm.mutate()}
          >
            It came
          </Button>
        )}
        {canReportMissing && (
          <AppButtonLink
            to={APP_PATHS.account}
            search={{ dialog: 'missing', subscription: subscriptionId, letter: String(number) }}
            {...OPENED_HERE}
            variant="quiet"
          >
            {`Letter ${number} hasn’t come`}
          </AppButtonLink>
        )}
      </div>
    </div>
  );
}
