import { useMutation } from '@tanstack/react-query';
import { confirmLetter } from '../../../contract/letters.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { cacheLetters } from '../../app/queries.ts';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './calendar.module.css';
import { type CalendarLetter, shortDate, shortDay, shortSpan, STATE_WORDS } from './letter-words.ts';

interface CalendarEntryProps {
  readonly subscriptionId: string;
  readonly letter: CalendarLetter;
  /** Just confirmed as received: the pressed button is gone, so the status takes the focus. */
  readonly saidHere: boolean;
  readonly onCome: () => void;
}

export function CalendarEntry({ subscriptionId, letter, saidHere, onCome }: CalendarEntryProps) {
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
