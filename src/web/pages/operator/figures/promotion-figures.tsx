import { useQuery } from '@tanstack/react-query';
import { listPromotions } from '../../../../contract/operator/desk.ts';
import { listPromotionFigures } from '../../../../contract/operator/figures.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';

export function PromotionFiguresSheet() {
  const codes = useQuery(queryOf(listPromotions, { query: {} })).data?.items ?? [];
  const codeOf = (id: string | null) =>
    id === null ? 'Without a code' : (codes.find((promotion) => promotion.id === id)?.code ?? id);
  return (
    <Sheet title="Promotion codes">
      <Fetched query={queryOf(listPromotionFigures)} label="Adding up" lines={3}>
        {({ items }) =>
          items.every(({ promotionCodeId }) => promotionCodeId === null) ? (
            <p>No subscription was bought with a code yet.</p>
          ) : (
            <Stack>
              <p>
                Subscriptions bought with each code, and all that these have paid, after the discount. Kept is the share
                of those bought at least three months ago that weren’t canceled within three months.
              </p>
              <DataTable
                caption="Promotion codes, most used first"
                head={['Code', 'Uses', 'Active', 'Kept 3 months', 'Paid', 'Refunded']}
                rows={items.map((item) => [
                  codeOf(item.promotionCodeId),
                  String(item.uses),
                  String(item.active),
                  item.keptPercent === null ? '–' : `${item.keptPercent.toFixed(1)} % of ${item.ofThreeMonths}`,
                  formatUsd(item.paidCents),
                  formatUsd(item.returnedCents),
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
