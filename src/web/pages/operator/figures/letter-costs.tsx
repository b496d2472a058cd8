import { type LetterCost, listLetterCosts } from '../../../../contract/operator/figures.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { monthAndYear } from './month-names.ts';

export function LetterCosts() {
  return (
    <Sheet title="Cost per letter and margin" titleId="letter-costs">
      <Fetched query={queryOf(listLetterCosts)} label="Adding up" lines={4}>
        {({ items }) =>
          items.every(({ letters }) => letters === 0) ? (
            <p>
              No letter with postage was mailed in the last twelve months. Enter rates under Postage before a mailing.
            </p>
          ) : (
            <Stack>
              <p>{definitionOf(items)}</p>
              <DataTable
                caption="Cost per letter, month by month"
                head={[
                  'Month',
                  'Letters',
                  'Postage',
                  'Print',
                  'Cost per letter',
                  'Recognized',
                  'Margin',
                  'Margin in percent',
                ]}
                rows={items.map((item) => [
                  monthAndYear(item.month),
                  item.letters.toLocaleString('en-US'),
                  formatUsd(item.postageCents),
                  item.printCents === null ? '–' : formatUsd(item.printCents),
                  item.costPerLetterCents === null ? '–' : formatUsd(item.costPerLetterCents),
                  formatUsd(item.recognizedCents),
                  formatUsd(item.marginCents),
                  item.marginPercent === null ? '–' : `${item.marginPercent.toFixed(1)}%`,
                ])}
              />
              <SaveCsv queryKey={pagesOf(listLetterCosts).queryKey} about="the letter costs" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}

function definitionOf(items: readonly LetterCost[]): string {
  const hasPrint = items.some(({ printCents }) => printCents !== null);
  const cost = hasPrint ? 'postage and print cost' : 'postage alone';
  const missing = hasPrint
    ? 'Every month uses the print cost that is now under Settings.'
    : 'To include printing and paper, enter the print cost per letter under Settings.';
  return `Cost per letter is the ${cost} of mailed letters whose rates were known, divided by their number. Margin is recognized revenue less that cost. Stripe’s fees aren’t in it. ${missing}`;
}
