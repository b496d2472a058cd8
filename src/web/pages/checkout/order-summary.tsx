import { Link } from '@tanstack/react-router';
import type { AddressReply } from '../../../contract/addresses.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import type { Season } from '../../../domain/season.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';

interface OrderSummaryProps {
  readonly season: Season;
  readonly address: AddressReply;
  readonly holidays: HolidayOverrides;
}

export function OrderSummary({ season, address, holidays }: OrderSummaryProps) {
  const { earliest, latest } = firstLetterWindow(newYorkDate(useNow()), holidays);
  return (
    <Sheet title="Order summary" edge="airmail">
      <DefinitionList
        items={[
          { term: 'Season', detail: `${season.name}: ${season.story}` },
          { term: 'Contents', detail: `${season.letters} letters over ${season.months} months` },
          { term: 'Shipping', detail: 'Free' },
          { term: 'First letter', detail: `Leaves us between ${formatDate(earliest)} and ${formatDate(latest)}` },
          {
            term: 'Delivered to',
            detail: (
              <>
                <PostalAddress address={address} />
                <Link to={APP_PATHS.shipping} search={{ season: season.id, address: address.id }}>
                  Change address
                </Link>
              </>
            ),
          },
        ]}
      />
    </Sheet>
  );
}
