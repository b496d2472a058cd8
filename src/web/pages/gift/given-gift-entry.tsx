import { useMutation, useQuery } from '@tanstack/react-query';
import { announceGift, type GivenGift, printGiftCertificate } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { type CalendarDate, calendarDate, formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { GiftState } from '../../../domain/gift.ts';
import { billingText, billingWords } from '../../../domain/subscription.ts';
import { ApiFailure, unlessUnreachable } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { useNow } from '../../app/now.ts';
import { accountQuery, cacheGivenGift, deliveryQuery } from '../../app/queries.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { type BoardNotice, Notice } from '../../ui/notice.tsx';
import { LettersProgress } from '../../ui/progress.tsx';
import { HeldLettersNotice } from '../account/held-letters-notice.tsx';
import { toOwned } from '../account/owned-subscription.ts';
import { PostalAddress } from '../address/postal-address.tsx';
import { firstLetterFact } from '../letters/letter-words.ts';
import { GuaranteeWords } from '../subscriptions/guarantee-words.tsx';
import { toComeWords } from '../subscriptions/letters-to-come.ts';
import { Resume } from '../subscriptions/resume.tsx';
import { writtenWords } from './correct-gift-form.tsx';
import { GiftMessage } from './gift-message.tsx';
import { scheduledWords } from './gift-start.ts';
import { addressDayWords, hasMoved, heardWords, isOver, movedWords, willHearWords } from './gift-words.ts';
import { toAddressLines } from './gift-form-values.ts';
import styles from './gifts.module.css';
import { Exact } from '../../ui/text.tsx';

interface GivenGiftEntryProps {
  readonly gift: GivenGift;
  readonly onDone: (notice: BoardNotice) => void;
}

export function GivenGiftEntry({ gift, onDone }: GivenGiftEntryProps) {
  const announce = useAnnounce(gift);
  const certificate = useMutation({ mutationFn: () => downloadCertificate(gift) });
  const subscription = useSubscriptionOf(gift);
  const dialog = (giftDialog: 'change' | 'correct' | 'cancel') => ({
    to: APP_PATHS.accountSubscription,
    search: { giftDialog, gift: gift.id },
    ...OPENED_HERE,
  });
  return (
    <>
      <h3>
        For <Exact>{gift.recipientName}</Exact>
      </h3>
      <GiftFacts gift={gift} billing={subscription?.billing ?? null} isLost={subscription?.reply.held === 'lost'} />
      <LettersProgress lettersReceived={gift.lettersReceived} totalLetters={gift.totalLetters} of="letters" />
      {gift.state === 'refunded' && (
        <p>
          This gift has ended. We charge nothing more and mail no more letters. If we refunded you, Billing shows the
          amount.
        </p>
      )}
      <HeldLettersNotice by={subscription?.reply.held ?? null} />
      {subscription?.reply.status === 'cancelled' && subscription.reply.held === null && gift.state !== 'refunded' && (
        <CancelledGift gift={gift} />
      )}
      {announce.isError && <Notice tone="error">{problemOf(announce.error)}</Notice>}
      {certificate.isError && <Notice tone="error">{unlessUnreachable(certificate.error, NOT_PRINTED)}</Notice>}
      <div className={styles.actions}>
        {gift.mayPrint && (
          <Button variant="secondary" busy={certificate.isPending} onClick={() => certificate.mutate()}>
            Download certificate
          </Button>
        )}
        {gift.mayAnnounce && (
          <Button
            variant="secondary"
            busy={announce.isPending}
            onClick={() => announce.mutate(undefined, { onSuccess: () => onDone(writtenTo(gift)) })}
          >
            {gift.announcedAt === null ? 'Send the email' : 'Send the email again'}
          </Button>
        )}
        {gift.changeableUntil !== null && subscription?.reply.held !== 'lost' && (
          <AppButtonLink {...dialog('change')} variant="secondary">
            Change address or date
          </AppButtonLink>
        )}
        {gift.correctable && (
          <AppButtonLink {...dialog('correct')} variant="secondary">
            Correct email or message
          </AppButtonLink>
        )}
        {subscription?.isActive && (
          <AppButtonLink {...dialog('cancel')} variant="quiet">
            Cancel gift
          </AppButtonLink>
        )}
      </div>
      {subscription && (
        <Resume
          subscription={subscription.reply}
          button="Resume gift"
          which={`for ${gift.recipientName}`}
          onResumed={() => onDone({ tone: 'success', text: `The gift for ${gift.recipientName} has been resumed.` })}
        />
      )}
    </>
  );
}

function CancelledGift({ gift }: Pick<GivenGiftEntryProps, 'gift'>) {
  const delivery = useQuery(deliveryQuery(gift.subscriptionId)).data;
  return (
    <>
      {delivery && <p>{toComeWords(delivery.toCome)}</p>}
      <GuaranteeWords guarantee={gift.guarantee} mailing="the first mailing" />
    </>
  );
}

function writtenTo({ recipientEmail }: GivenGift): BoardNotice {
  return { tone: 'success', text: writtenWords(recipientEmail) };
}

const STATE_WORDS = {
  notified: 'Announced',
  started: 'Started',
  ended: 'Ended',
  refunded: 'Ended early',
} as const satisfies Record<Exclude<GiftState, 'scheduled'>, string>;

interface GiftFactsProps extends DeliveredToProps {
  readonly billing: string | null;
}

function GiftFacts({ gift, billing, isLost }: GiftFactsProps) {
  const today = newYorkDate(useNow());
  const facts = [
    {
      term: 'Status',
      detail: gift.state === 'scheduled' ? scheduledWords(gift.startDate, today) : STATE_WORDS[gift.state],
    },
    { term: 'Start date', detail: formatDate(calendarDate(gift.startDate)) },
    gift.firstLetter && firstLetterFact(gift.firstLetter),
    announcement(gift, today),
    billing === null ? null : { term: 'Billing', detail: billing },
    gift.giftMessage === ''
      ? null
      : { term: 'Your message', detail: <GiftMessage text={gift.giftMessage} />, wide: true },
    { term: 'Mailing address', detail: <DeliveredTo gift={gift} isLost={isLost} />, wide: true },
  ];
  return <DefinitionList items={facts} />;
}

interface DeliveredToProps extends Pick<GivenGiftEntryProps, 'gift'> {
  /** The bank took the payment back. */
  readonly isLost: boolean;
}

function DeliveredTo({ gift, isLost }: DeliveredToProps) {
  return (
    <>
      <PostalAddress address={toAddressLines(gift.mailingAddress)} />
      {!isOver(gift) && !isLost && <p className={styles.addressDay}>{addressDayWords(gift)}</p>}
    </>
  );
}

function announcement(gift: GivenGift, today: CalendarDate) {
  const { announcedAt, claimedAt, mayPrint } = gift;
  if (claimedAt !== null) {
    const opened = formatDate(new Date(claimedAt));
    const moved = hasMoved(gift);
    return { term: 'Opened', detail: moved ? `${opened}. ${movedWords(gift)}` : opened, wide: moved };
  }
  if (announcedAt !== null) {
    const heard = heardWords(gift, formatDate(new Date(announcedAt)));
    return { term: 'Announced', detail: heard, wide: hasMoved(gift) };
  }
  if (!mayPrint) return null;
  return { term: 'Announcement', detail: willHearWords(gift, today) };
}

export function useSubscriptionOf({ subscriptionId }: GivenGift) {
  const now = useNow();
  const account = useQuery(accountQuery);
  const reply = account.data?.subscriptions.find(({ id }) => id === subscriptionId);
  if (reply === undefined) return undefined;
  const owned = toOwned(reply);
  const billing = owned.chargesStopped ? null : billingWords(billingText(owned, now), reply.sameDay);
  return { reply, isActive: reply.status === 'active', billing };
}

function useAnnounce({ id }: GivenGift) {
  return useMutation({
    mutationFn: () => call(announceGift, { params: { id } }),
    onSuccess: (gift) => cacheGivenGift(gift),
  });
}

const NOT_PRINTED = 'We couldn’t make the certificate. Please try again.';

async function downloadCertificate({ id }: Pick<GivenGift, 'id'>): Promise<void> {
  const { fileName, pdfBase64 } = await call(printGiftCertificate, { params: { id } });
  const bytes = Uint8Array.from(atob(pdfBase64), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName);
}

function problemOf(error: Error): string {
  return error instanceof ApiFailure ? error.message : 'We couldn’t send the email. Please try again.';
}
