import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import { resumeSubscription } from '../../../contract/subscriptions.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { call } from '../../app/api.ts';
import { deliveryQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { lettersAre } from './letters-in-words.ts';
import type { NumberedSubscription } from './numbered-subscription.ts';
import { OpenButton } from './open-button.tsx';
import { keepSubscription } from './subscription-cache.ts';

interface CancelledEntryProps {
  readonly subscription: NumberedSubscription;
  readonly onDone: (notice: BoardNotice) => void;
}

/** What still comes after a cancellation, and the way back while there is one (PRODUCT, cancel). */
export function CancelledEntry({ subscription, onDone }: CancelledEntryProps) {
  const { resumableUntil, refunded } = subscription.reply;
  return (
    <Stack>
      {refunded ? (
        <p>Your money has been returned. No further letters follow.</p>
      ) : (
        <LettersToCome subscription={subscription} />
      )}
      {resumableUntil !== null && (
        <Resume subscription={subscription} until={new Date(resumableUntil)} onDone={onDone} />
      )}
    </Stack>
  );
}

function LettersToCome({ subscription }: { readonly subscription: NumberedSubscription }) {
  const delivery = useQuery(deliveryQuery(subscription.reply.id));
  if (!delivery.data) return null;
  return (
    <>
      <p>{toComeWords(delivery.data.toCome)}</p>
      {delivery.data.firstLetter !== null && (
        <OpenButton subscription={subscription} dialog="address">
          Update Shipping Address
        </OpenButton>
      )}
    </>
  );
}

function toComeWords(toCome: DeliveryReply['toCome']): string {
  if (toCome === null) return 'Every letter you paid for has been posted.';
  const { first, last, lastHandOver } = toCome;
  const on = formatDate(lastHandOver as CalendarDate);
  const posted = first === last ? 'It is' : 'The last of them is';
  return `${lettersAre(toCome)} paid for and still to come. ${posted} posted by ${on}.`;
}

interface ResumeProps extends CancelledEntryProps {
  readonly until: Date;
}

function Resume({ subscription: { reply, label }, until, onDone }: ResumeProps) {
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: () => call(resumeSubscription, { params: { id: reply.id } }),
    onSuccess: (resumed) => {
      keepSubscription(queryClient, resumed);
      onDone({ tone: 'success', text: `${reply.seasonName} is active again. We had kept your place at the table.` });
    },
  });
  return (
    <Stack>
      {resume.isError && <Notice tone="error">{resume.error.message}</Notice>}
      <p>Second thoughts are allowed until {formatDate(until)}.</p>
      <div>
        <Button
          variant="secondary"
          busy={resume.isPending}
          aria-label={`Resume subscription: ${label}`}
          onClick={() => resume.mutate()}
        >
          Resume subscription
        </Button>
      </div>
    </Stack>
  );
}
