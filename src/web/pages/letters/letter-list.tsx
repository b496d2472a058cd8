import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { confirmLetter, type LettersReply } from '../../../contract/letters.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { hasCome } from '../../../domain/letter-calendar.ts';
import { capital, lettersFromTo, LOOKED_INTO } from '../../../domain/letters-in-words.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
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
  comeWords,
  copyWords,
  mailingDays,
  placeOf,
  seenInWords,
  shortDay,
  shortSpan,
  spanOf,
  STATE_WORDS,
} from './letter-words.ts';
import { Text } from '../../ui/text.tsx';

const NEXT_LETTERS = 4;

interface LetterListProps {
  readonly subscriptionId: string;
  /** The reader of a gift can't change anything (rules/gifts 36). */
  readonly isGift: boolean;
  readonly letters: LettersReply['letters'];
}

export function LetterList({ subscriptionId, isGift, letters }: LetterListProps) {
  // A letter that was just confirmed stays visible instead of being collapsed.
  const [saidHere, setSaidHere] = useState<readonly CalendarLetter[]>([]);
  const sayItCame = (before: CalendarLetter) => setSaidHere((others) => [...others, before]);
  const come = letters.filter(({ state }) => hasCome(state));
  const gone = letters.filter(({ state }) => isGone(state));
  const toCome = letters.filter(({ state }) => !hasCome(state) && !isGone(state));
  const isSaidHere = (number: number) => saidHere.some(({ letter }) => letter === number);
  const settled = come.filter(({ letter, state }) => state === 'arrived' && !isSaidHere(letter));
  const later = toCome.filter(({ state }) => state === 'planned').slice(NEXT_LETTERS);
  const shown = { subscriptionId, isGift, saidHere, onCome: sayItCame };
  return (
    <div className={styles.groups}>
      {come.length > settled.length && <h4 className={styles.group}>{comeWords(come)}</h4>}
      {settled.length > 0 && (
        <Disclosure summary={come.length > settled.length ? earlierWords(settled) : comeWords(come)}>
          <Letters {...shown} letters={settled} />
        </Disclosure>
      )}
      <Letters {...shown} letters={without(come, settled)} />
      {gone.length > 0 && <h4 className={styles.group}>Lost or returned</h4>}
      <Letters {...shown} letters={gone} />
      {(come.length > settled.length || gone.length > 0) && toCome.length > 0 && (
        <h4 className={styles.group}>Still to come</h4>
      )}
      <Letters {...shown} letters={without(toCome, later)} />
      {later.length > 0 && (
        <Disclosure summary={laterWords(later)}>
          <Letters {...shown} letters={later} />
        </Disclosure>
      )}
    </div>
  );
}

/** Letters that are mailed again, or requested again, have other states. */
function isGone(state: CalendarLetter['state']): boolean {
  return state === 'lost' || state === 'returned';
}

function without(letters: readonly CalendarLetter[], others: readonly CalendarLetter[]): LettersReply['letters'] {
  return letters.filter((letter) => !others.includes(letter));
}

interface LettersProps extends LetterListProps {
  /** Letters the reader just reported as arrived, in their state before that. */
  readonly saidHere: readonly CalendarLetter[];
  readonly onCome: (before: CalendarLetter) => void;
}

function Letters({ subscriptionId, isGift, letters, saidHere, onCome }: LettersProps) {
  if (letters.length === 0) return null;
  return (
    <ol className={styles.letters}>
      {letters.map((letter) => (
        <li key={letter.letter} className={styles.letter} data-state={letter.state}>
          <CalendarEntry
            subscriptionId={subscriptionId}
            isGift={isGift}
            letter={letter}
            before={saidHere.find((row) => row.letter === letter.letter) ?? null}
            onCome={() => onCome(letter)}
          />
        </li>
      ))}
    </ol>
  );
}

function earlierWords(settled: readonly CalendarLetter[]): string {
  return `${capital(spanOf(settled))} arrived earlier`;
}

function laterWords(later: readonly CalendarLetter[]): string {
  const [first, last] = [later[0]?.letter ?? 0, later.at(-1)?.letter ?? 0];
  const furthest = later.at(-1);
  const on = furthest === undefined ? '' : mailingDays(furthest).long;
  if (later.length === 1) return `Letter ${first} is mailed on ${on}`;
  return `${capital(lettersFromTo(first, last))} are mailed later, the last on ${on}`;
}

interface CalendarEntryProps {
  readonly subscriptionId: string;
  readonly isGift: boolean;
  readonly letter: CalendarLetter;
  /** The letter's state before the user confirmed it. The pressed button is gone, so the status takes the focus. */
  readonly before: CalendarLetter | null;
  readonly onCome: () => void;
}

function CalendarEntry({ subscriptionId, isGift, letter, before, onCome }: CalendarEntryProps) {
  const ofCopy = copyWords(letter, (before?.copy ?? null) !== null);
  return (
    <>
      <p className={styles.number}>{`Letter ${letter.letter}`}</p>
      {letter.early !== null && letter.copy === null && <p className={styles.early}>{capital(letter.early)}</p>}
      <p className={styles.state} {...(before !== null && { tabIndex: -1, ref: focusOnMount })}>
        {STATE_WORDS[letter.state]}
      </p>
      <dl className={styles.dates}>
        {datesOf(letter).map(({ term, rest = '', detail, year = '', spare, wraps }) => (
          <div key={term} className={spare ? styles.spare : wraps && styles.wraps}>
            <dt>
              {term}
              <span className={styles.roomy}>{rest}</span>
            </dt>
            <dd>
              {detail}
              <span className={styles.roomy}>{year}</span>
            </dd>
          </div>
        ))}
      </dl>
      {(isGone(letter.state) || letter.state === 'asked') && (
        <p className={styles.seen}>
          <GoneWords letter={letter} isGift={isGift} />
        </p>
      )}
      {ofCopy !== null && <p className={styles.seen}>{ofCopy}</p>}
      {letter.lastSeen !== null && <p className={styles.seen}>{seenInWords(letter.lastSeen)}</p>}
      {(letter.canConfirm || letter.canReportMissing) && (
        <Answers subscriptionId={subscriptionId} letter={letter} onCome={onCome} />
      )}
    </>
  );
}

function GoneWords({ letter: { state, refused }, isGift }: Pick<CalendarEntryProps, 'letter' | 'isGift'>) {
  const support = <a href={PUBLIC_PATHS.support}>ask Support</a>;
  if (state === 'asked') return <Text>{`${capital(LOOKED_INTO)}.`}</Text>;
  if (refused) return <span>We won’t mail it again. If you disagree, {support}.</span>;
  if (state === 'lost') return <span>It’s lost. To have it mailed again, {support}.</span>;
  if (isGift) return <span>The post office couldn’t deliver it. To have it mailed again, {support}.</span>;
  return (
    <span>
      The post office couldn’t deliver it.{' '}
      <Link to={APP_PATHS.accountProfile} search={{ edit: 'address' }}>
        Check the address
      </Link>
      ; to have it mailed again, {support}.
    </span>
  );
}

interface LetterDate {
  readonly term: string;
  readonly detail: string;
  /** Text that isn't shown on phones. */
  readonly rest?: string;
  readonly year?: string;
  /** Left out on a phone, where the next letter's buttons are above. */
  readonly spare?: true;
  readonly wraps?: true;
}

const NOT_COMING: ReadonlySet<CalendarLetter['state']> = new Set([
  'arrived',
  'lost',
  'returned',
  'asked',
  'sending_again',
]);

function datesOf(letter: CalendarLetter): readonly LetterDate[] {
  const { handedOverOn, deliveryWindow, addressChangeUntil, state, copy } = letter;
  if (copy !== null) return datesOfCopy(copy);
  if (letter.mailedElsewhere) return [];
  const dates: readonly (LetterDate | null)[] = [
    handedOverOn === null ? mailingDate(letter) : { term: 'Mailed', ...dayAndYear(handedOverOn) },
    NOT_COMING.has(state)
      ? null
      : { term: state === 'overdue' ? 'Expected' : 'Arrives', detail: shortSpan(deliveryWindow) },
    addressChangeUntil === null
      ? null
      : { term: 'Change address by', detail: shortDay(addressChangeUntil), spare: true },
  ];
  return dates.filter((date) => date !== null);
}

function datesOfCopy({
  leavesOn,
  deliveryWindow,
  address,
}: NonNullable<CalendarLetter['copy']>): readonly LetterDate[] {
  return [
    { term: 'Mailing', rest: ' day', ...dayAndYear(leavesOn) },
    { term: 'Arrives', detail: shortSpan(deliveryWindow) },
    ...(address === null ? [] : [{ term: 'To', detail: placeOf(address), wraps: true } as const]),
  ];
}

function mailingDate(letter: CalendarLetter): LetterDate {
  const { count, short } = mailingDays(letter);
  if (count > 1) return { term: 'Mailing', rest: ' days', detail: short };
  return { term: 'Mailing', rest: ' day', ...dayAndYear(letter.handOver.latest) };
}

function dayAndYear(date: string): Pick<LetterDate, 'detail' | 'year'> {
  return { detail: shortDay(date), year: `, ${date.slice(0, 4)}` };
}

function Answers({ subscriptionId, letter, onCome }: Omit<CalendarEntryProps, 'before' | 'isGift'>) {
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
            aria-label={`It arrived: letter ${number}`}
            onClick={() => confirm.mutate()}
          >
            It arrived
          </Button>
        )}
        {canReportMissing && (
          <AppButtonLink
            to={APP_PATHS.account}
            search={{ dialog: 'missing', subscription: subscriptionId, letter: String(number) }}
            {...OPENED_HERE}
            variant="quiet"
            aria-label={`It hasn’t arrived: letter ${number}`}
          >
            It hasn’t arrived
          </AppButtonLink>
        )}
      </div>
    </div>
  );
}
