import { Link } from '@tanstack/react-router';
import { listPromotionFigures } from '../../../../contract/operator/figures.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { withCommas } from '../parts/words.ts';

export function PromotionFiguresSheet() {
  return (
    <Sheet title="Promotion codes" titleId="promotion-codes">
      <Fetched query={queryOf(listPromotionFigures)} label="Adding up" lines={3}>
        {({ items }) =>
          items.every(({ promotionCodeId }) => promotionCodeId === null) ? (
            <p>No subscription was bought with a code yet.</p>
          ) : (
            <Stack>
              <p>
                Subscriptions bought with each code, and all that these have paid, after the discount. Given back are
                refunds and lost disputes. Kept is the share of those bought at least three months ago that weren’t
                canceled within three months. <Link to={CONSOLE_PATHS.promotions}>Add or end codes</Link>
              </p>
              <DataTable
                caption="Promotion codes, most used first"
                head={['Code', 'Uses', 'Active', 'Kept 3 months', 'Paid', 'Given back', 'Paid, less given back']}
                rows={items.map((item) => [
                  item.promotionCodeId === null ? 'Without a code' : (item.code ?? item.promotionCodeId),
                  withCommas(item.uses),
                  withCommas(item.active),
                  item.keptPercent === null
                    ? '–'
                    : `${item.keptPercent.toFixed(1)}% of ${withCommas(item.ofThreeMonths)}`,
                  formatUsd(item.paidCents),
                  formatUsd(item.returnedCents),
                  formatUsd(item.netCents),
                ])}
              />
              <SaveCsv queryKey={pagesOf(listPromotionFigures).queryKey} about="the promotion figures" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}
