import { useQuery } from '@tanstack/react-query';
import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { deliveryQuery } from '../../app/queries.ts';
import type { BoardNotice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { lettersAre } from '../letters/letter-words.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { OpenButton } from './open-button.tsx';
import { Resume } from './resume.tsx';

interface CancelledEntryProps {
  readonly subscription: NumberedSubscription;
  readonly onDone: (notice: BoardNotice) => void;
}

/** rules/subscriptions 8, 11. */
export function CancelledEntry({ subscription, onDone }: CancelledEntryProps) {
  const { reply, label } = subscription;
  const resumed = `${reply.seasonName} is active again. We had kept your place at the table.`;
  return (
    <Stack>
      {reply.refunded ? (
        <p>Ended under the 30-day guarantee. No further letters follow.</p>
      ) : (
        <LettersToCome subscription={subscription} />
      )}
      <Resume
        subscription={reply}
        button="Resume subscription"
        which={label}
        onResumed={() => onDone({ tone: 'success', text: resumed })}
      />
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
  const handedOver = first === last ? 'It is' : 'The last of them is';
  return `${lettersAre(toCome)} paid for and still to come. ${handedOver} posted by ${on}.`;
}
