import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmLetter } from '../../../contract/letters.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './calendar.module.css';
import { keepLetters } from './keep-letters.ts';
import { type CalendarLetter, shortDate, shortDay, shortSpan, stateWords } from './letter-words.ts';

interface CalendarEntryProps {
  readonly subscriptionId: string;
  readonly letter: CalendarLetter;
}

/** One line of the calendar, with what its reader can say about that letter. */
export function CalendarEntry({ subscriptionId, letter }: CalendarEntryProps) {
  return (
    <>
      <p className={styles.number}>{`Letter ${letter.letter}`}</p>
      <p className={styles.state}>{stateWords(letter)}</p>
      <dl className={styles.dates}>
        {datesOf(letter).map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {(letter.canConfirm || letter.canReportMissing) && <Answers subscriptionId={subscriptionId} letter={letter} />}
    </>
  );
}

function datesOf(letter: CalendarLetter): readonly { term: string; detail: string }[] {
  const { mailingDay, postedOn, arrival, addressChangeUntil, state } = letter;
  const dates = [
    { term: 'Mailing day', detail: shortDate(mailingDay) },
    postedOn === null ? null : { term: 'Posted', detail: shortDay(postedOn) },
    state === 'arrived' ? null : { term: 'Arrives', detail: shortSpan(arrival) },
    addressChangeUntil === null ? null : { term: 'New address until', detail: shortDay(addressChangeUntil) },
  ];
  return dates.filter((date) => date !== null);
}

function Answers({ subscriptionId, letter: { letter, canConfirm, canReportMissing } }: CalendarEntryProps) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(confirmLetter, { params: { id: subscriptionId, letter } }),
    onSuccess: (letters) => keepLetters(queryClient, subscriptionId, letters),
  });
  return (
    <div className={styles.answers}>
      {confirm.isError && <Notice tone="error">{confirm.error.message}</Notice>}
      <div className={styles.actions}>
        {canConfirm && (
          <Button
            variant="secondary"
            busy={confirm.isPending}
            aria-label={`It came: letter ${letter}`}
            onClick={() => confirm.mutate()}
          >
            It came
          </Button>
        )}
        {canReportMissing && (
          <AppButtonLink
            to={APP_PATHS.account}
            search={{ dialog: 'missing', subscription: subscriptionId, letter: String(letter) }}
            {...OPENED_HERE}
            variant="quiet"
          >
            {`Letter ${letter} hasn’t come`}
          </AppButtonLink>
        )}
      </div>
    </div>
  );
}
