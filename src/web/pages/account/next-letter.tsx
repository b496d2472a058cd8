import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReceivedGift } from '../../../contract/gifts.ts';
import type { LettersReply } from '../../../contract/letters.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { isOfGift } from '../../../domain/held-letters.ts';
import { isPaid } from '../../../domain/letter-plan.ts';
import { serviceThrough } from '../../../domain/mailing-calendar.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { lettersQuery } from '../../app/queries.ts';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { TryAgain } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AddressLines } from '../address/address-form.ts';
import { PostalAddress } from '../address/postal-address.tsx';
import { endsEarly, giverOf, isOver } from '../gift/gift-words.ts';
import {
  type CalendarLetter,
  changeable,
  firstToUsual,
  longDate,
  longSpan,
  mailingDays,
} from '../letters/letter-words.ts';
import { HeldLettersNotice } from './held-letters-notice.tsx';
import type { NumberedSubscription } from './owned-subscription.ts';
import { Text } from '../../ui/text.tsx';

const TITLE = 'Your Next Letter';

interface Expected {
  readonly id: string;
  readonly name: string;
  /** Null if there are fewer letters. */
  readonly totalLetters: number | null;
  /** Null for a gift, whose payment and address its reader must not see. */
  readonly own: NumberedSubscription | null;
}

interface NextLettersProps {
  readonly subscriptions: readonly NumberedSubscription[];
  readonly received: readonly ReceivedGift[];
}

export function NextLetters({ subscriptions, received }: NextLettersProps) {
  const expecting: readonly Expected[] = [
    ...subscriptions.filter(mayExpect).map(toOwn),
    ...received.filter((gift) => !isOver(gift)).map(toGiven),
  ];
  const answers = useQueries({ queries: expecting.map(({ id }) => lettersQuery(id)) });
  const failed = answers.filter(({ isError }) => isError);
  if (answers.some(({ isPending }) => isPending)) {
    return (
      <Sheet title={TITLE}>
        <Skeleton label="Looking for your next letter" lines={4} />
      </Sheet>
    );
  }
  const entries = expecting.flatMap((expected, index) => {
    const letters = answers[index]?.data;
    return letters === undefined || !hasNews(letters) ? [] : [{ expected, letters }];
  });
  if (entries.length === 0 && failed.length === 0) return null;
  return (
    <Sheet title={TITLE} edge="airmail">
      <Stack>
        {failed.length > 0 && (
          <TryAgain onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}>
            {`${unlessUnreachable(failed[0]?.error, 'We couldn’t load everything here.')} Delivery isn’t affected.`}
          </TryAgain>
        )}
        {entries.map(({ expected, letters }) => (
          <Entry key={expected.id} expected={expected} letters={letters} isNamed={expecting.length > 1} />
        ))}
      </Stack>
    </Sheet>
  );
}

function mayExpect({ status, reply }: NumberedSubscription): boolean {
  return !reply.refunded && (status !== 'completed' || reply.lettersReceived < reply.totalLetters);
}

function toOwn(own: NumberedSubscription): Expected {
  return { id: own.reply.id, name: own.label, totalLetters: own.reply.totalLetters, own };
}

function toGiven(gift: ReceivedGift): Expected {
  const totalLetters = endsEarly(gift) ? null : gift.totalLetters;
  return { id: gift.subscriptionId, name: `From ${giverOf(gift)}`, totalLetters, own: null };
}

/** A payer sees a hold in a notice above, but the reader of a gift sees it here. */
function hasNews({ next, letters, held }: LettersReply): boolean {
  return next !== null || isGiftHeld(held) || letters.some(({ state }) => state === 'in_the_post');
}

function isGiftHeld(held: LettersReply['held']): boolean {
  return held !== null && isOfGift(held);
}

interface EntryProps {
  readonly expected: Expected;
  readonly letters: LettersReply;
  readonly isNamed: boolean;
}

export function Entry({ expected, letters: reply, isNamed }: EntryProps) {
  const { letters, next, held } = reply;
  const letter = letters.find((row) => row.letter === next?.letter);
  const underway = letters.filter(({ state }) => state === 'in_the_post');
  return (
    <>
      {letter !== undefined && <h3>{titleOf(letter, expected, isNamed)}</h3>}
      {letter === undefined && isNamed && <h3>{expected.name}</h3>}
      {isGiftHeld(held) && <HeldLettersNotice by={held} />}
      {underway.map((row) => (
        <p
          key={row.letter}
        >{`Letter ${row.letter} is in the mail. We expect it to arrive ${longSpan(row.deliveryWindow)}.`}</p>
      ))}
      {letter !== undefined && next !== null && (
        <DefinitionList
          items={[
            leaving(letter, expected),
            { term: 'Expected arrival', detail: longSpan(letter.deliveryWindow) },
            ...(expected.own === null
              ? []
              : [
                  changing(letter, next.address),
                  {
                    term: 'Goes to',
                    detail: <Destination reply={reply} letter={letter} address={next.address} />,
                    wide: true,
                  },
                ]),
          ]}
        />
      )}
    </>
  );
}

function titleOf({ letter }: CalendarLetter, { name, totalLetters }: Expected, isNamed: boolean): string {
  return `${isNamed ? `${name}: letter` : 'Letter'} ${letter}${totalLetters === null ? '' : ` of ${totalLetters}`}`;
}

function leaving(letter: CalendarLetter, { own }: Expected): Definition {
  const day = [mailingDays(letter).long, letter.early].filter(Boolean).join(', ');
  const reply = own?.reply;
  const waits = reply?.pastDue && !isPaid(letter.letter, calendarDate(letter.mailingDay), toPaid(reply));
  return { term: 'Mailing day', detail: waits ? `${day}, if your payment goes through before then` : day };
}

function toPaid({ startDate, monthsPaid }: NumberedSubscription['reply']) {
  return { monthsPaid, serviceThrough: serviceThrough(calendarDate(startDate), monthsPaid) };
}

function changing({ addressChangeUntil }: CalendarLetter, address: AddressLines | null): Definition {
  if (address === null) return { term: 'Address', detail: 'Too late to change' };
  if (addressChangeUntil === null) return { term: 'Address', detail: 'Too late to change for this mailing' };
  return { term: 'Change address by', detail: longDate(addressChangeUntil) };
}

interface DestinationProps {
  readonly reply: LettersReply;
  readonly letter: CalendarLetter;
  readonly address: AddressLines | null;
}

function Destination({ reply, letter, address }: DestinationProps) {
  return (
    <>
      {address === null ? <p>{NOT_WRITTEN}</p> : <PostalAddress address={address} />}
      <Moving reply={reply} next={letter} />
    </>
  );
}

const NOT_WRITTEN =
  'It’s too late to change the address of this letter. If you changed your address after the last day for changes, the letter goes to the earlier one.';

interface MovingProps {
  readonly reply: LettersReply;
  readonly next: CalendarLetter;
}

/** A user may also change the address while a letter is sealed (rules/subscriptions 39). */
function Moving({ reply, next }: MovingProps) {
  if (changeable(reply).length === 0) return null;
  const first = firstToUsual(reply)?.letter ?? next.letter;
  return (
    <p>
      <Link to={APP_PATHS.accountProfile} search={{ edit: 'address' }}>
        Change address
      </Link>
      {first !== next.letter && <Text>{` (a new address applies from letter ${first})`}</Text>}
    </p>
  );
}
