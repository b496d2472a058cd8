import { Link } from '@tanstack/react-router';
import type { GiftDraftReply } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate, formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftServiceStart } from '../../../domain/gift.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import type { Season } from '../../../domain/season.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { toAddressLines } from '../gift/gift-form-values.ts';

interface GiftOrderSummaryProps {
  readonly season: Season;
  readonly gift: GiftDraftReply;
  readonly holidays: HolidayOverrides;
}

export function GiftOrderSummary({ season, gift, holidays }: GiftOrderSummaryProps) {
  const startDate = giftServiceStart(calendarDate(gift.startDate), newYorkDate(useNow()));
  const { earliest, latest } = firstLetterWindow(startDate, holidays);
  return (
    <Sheet title="Order summary" edge="airmail">
      <DefinitionList
        items={[
          { term: 'A gift for', detail: gift.recipientName },
          { term: 'Start date', detail: formatDate(startDate) },
          { term: 'Season', detail: `${season.name}: ${season.story}` },
          {
            term: 'Contents',
            detail: `${season.letters} letters over ${season.months} months, gift packaging, your card`,
          },
          { term: 'Shipping', detail: 'Free' },
          { term: 'First letter', detail: `Leaves us between ${formatDate(earliest)} and ${formatDate(latest)}` },
          { term: 'We tell them', detail: gift.notifyRecipient ? `By email to ${gift.recipientEmail}` : 'Not a word' },
          {
            term: 'Delivered to',
            detail: (
              <>
                <PostalAddress address={toAddressLines(gift.mailingAddress)} />
                <Link to={APP_PATHS.giftSubscription}>Change the gift</Link>
              </>
            ),
          },
        ]}
      />
    </Sheet>
  );
}
