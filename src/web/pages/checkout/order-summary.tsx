import { Link } from '@tanstack/react-router';
import type { AddressReply } from '../../../contract/addresses.ts';
import type { GiftDraftReply } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate, formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftServiceStart } from '../../../domain/gift.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON, type Season } from '../../../domain/season.ts';
import { useNow } from '../../app/now.ts';
import { useSession } from '../../app/session.ts';
import type { ShippingSearch } from '../../app/search-params.ts';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { PrintedCards } from '../gift/printed-card.tsx';
import { toAddressLines } from '../gift/gift-form-values.ts';
import { firstLetterFact } from '../letters/letter-words.ts';
import { Exact } from '../../ui/text.tsx';

interface OrderSummaryProps {
  readonly season: Season;
  readonly address: AddressReply;
  readonly holidays: HolidayOverrides;
  readonly back: ShippingSearch;
}

export function OrderSummary({ season, address, holidays, back }: OrderSummaryProps) {
  return (
    <Summary
      items={[
        { term: 'Season', detail: `${season.title}: ${season.story}` },
        { term: 'Contents', detail: CONTENTS },
        { term: 'Shipping', detail: 'Free' },
        firstLetterFact(firstLetterWindow(newYorkDate(useNow()), holidays)),
        {
          term: 'Letters go to',
          detail: (
            <>
              <PostalAddress address={address} />
              <Link to={APP_PATHS.shipping} search={back}>
                Change address
              </Link>
            </>
          ),
        },
      ]}
    />
  );
}

interface GiftOrderSummaryProps extends Omit<OrderSummaryProps, 'address' | 'back'> {
  readonly gift: GiftDraftReply;
}

export function GiftOrderSummary({ season, gift, holidays }: GiftOrderSummaryProps) {
  const startDate = giftServiceStart(calendarDate(gift.startDate), newYorkDate(useNow()));
  return (
    <Summary
      items={[
        { term: 'A gift for', detail: <Exact>{gift.recipientName}</Exact> },
        { term: 'Start date', detail: formatDate(startDate) },
        { term: 'Season', detail: `${season.title}: ${season.story}` },
        { term: 'Contents', detail: `${CONTENTS}, gift packaging, a greeting card from you` },
        { term: 'Shipping', detail: 'Free' },
        firstLetterFact(firstLetterWindow(startDate, holidays)),
        gift.giftMessage === ''
          ? null
          : {
              term: 'Your greeting card',
              detail: <PrintedCards to={gift.recipientName} from={<Giver />} cards={gift.cards} />,
              wide: true,
            },
        {
          term: 'Email to the recipient',
          detail: gift.notifyRecipient
            ? `On the start date, to ${gift.recipientEmail}`
            : 'None. You tell them yourself.',
        },
        {
          term: 'Letters go to',
          detail: (
            <>
              <PostalAddress address={toAddressLines(gift.mailingAddress)} />
              <Link to={APP_PATHS.giftSubscription}>Change the gift</Link>
            </>
          ),
        },
      ]}
    />
  );
}

function Giver() {
  const fullName: unknown = useSession()?.user.user_metadata['full_name'];
  return typeof fullName === 'string' ? <Exact>{fullName}</Exact> : 'you';
}

function Summary({ items }: { readonly items: readonly (Definition | null)[] }) {
  return (
    <Sheet title="Order summary" edge="airmail">
      <DefinitionList items={items} />
    </Sheet>
  );
}

const CONTENTS = `${LETTERS_PER_SEASON} letters over ${MONTHS_PER_SEASON} months`;
