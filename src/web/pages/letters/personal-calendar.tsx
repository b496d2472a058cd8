import { useMutation, useQuery } from '@tanstack/react-query';
import { getCalendarFile, type LettersReply } from '../../../contract/letters.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { accountQuery, lettersQuery } from '../../app/queries.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { HeldLettersNotice } from '../account/held-letters-notice.tsx';
import { PastDue } from '../account/past-due.tsx';
import styles from './calendar.module.css';
import { LetterList } from './letter-list.tsx';
import { changeable } from './letter-words.ts';
import { DeliveryChangeList } from './delivery-change-list.tsx';

interface PersonalCalendarProps {
  readonly id: string;
  readonly isGift: boolean;
}

export function PersonalCalendar({ id, isGift }: PersonalCalendarProps) {
  const letters = useQuery(lettersQuery(id)).data?.letters ?? [];
  return (
    <section className={styles.calendar} aria-labelledby="calendar-title">
      <header className={styles.head}>
        <h3 id="calendar-title">Your Calendar</h3>
        {letters.length > 0 && <DownloadCalendar id={id} />}
      </header>
      <Fetched
        query={lettersQuery(id)}
        label="Loading your calendar"
        lines={8}
        failureTitle="We couldn’t load your calendar."
      >
        {(reply) => <Letters id={id} isGift={isGift} reply={reply} />}
      </Fetched>
    </section>
  );
}

const NOT_PRINTED = 'We couldn’t make the calendar file. Please try again.';

function DownloadCalendar({ id }: { readonly id: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const { content, fileName } = await call(getCalendarFile, { params: { id } });
      saveFile(new Blob([content], { type: 'text/calendar' }), fileName);
    },
  });
  return (
    <div className={styles.download}>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
        Download (.ics)
      </Button>
      {download.isError && <Notice tone="error">{unlessUnreachable(download.error, NOT_PRINTED)}</Notice>}
    </div>
  );
}

function Letters({ id, isGift, reply }: PersonalCalendarProps & { readonly reply: LettersReply }) {
  const unpaid = useQuery(accountQuery).data?.subscriptions.find((own) => own.id === id);
  if (reply.letters.length === 0 && reply.held === null) {
    return <p>No letter was mailed, and none will be.</p>;
  }
  return (
    <>
      <HeldLettersNotice by={reply.held} />
      {unpaid?.pastDue && <PastDue overdue={unpaid.overdue} />}
      <LetterList subscriptionId={id} isGift={isGift} letters={reply.letters} />
      {!isGift && <DeliveryChangeList subscriptionId={id} letters={reply} />}
      {changeable(reply).length > 0 && <Away subscriptionId={id} />}
    </>
  );
}

function Away({ subscriptionId }: { readonly subscriptionId: string }) {
  const dialog = (name: 'hold' | 'elsewhere') => ({
    to: APP_PATHS.accountSubscription,
    search: { dialog: name, subscription: subscriptionId },
  });
  return (
    <div className={styles.away}>
      <p>Going away? We can hold your letters, or mail them elsewhere.</p>
      <div className={styles.actions}>
        <AppButtonLink {...dialog('hold')} variant="secondary">
          Hold letters
        </AppButtonLink>
        <AppButtonLink {...dialog('elsewhere')} variant="secondary">
          Temporary address
        </AppButtonLink>
      </div>
    </div>
  );
}
