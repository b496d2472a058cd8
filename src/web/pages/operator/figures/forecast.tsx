import { listForecast } from '../../../../contract/operator/figures.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { dayInWords } from '../parts/words.ts';

export function Forecast() {
  return (
    <Sheet title="Forecast of the next six months" titleId="forecast">
      <Fetched query={queryOf(listForecast)} label="Adding up" lines={4}>
        {({ items }) =>
          items.every(({ letters }) => letters === 0) ? (
            <p>No letters are to be mailed. The forecast appears with the first subscription.</p>
          ) : (
            <Stack>
              <p>
                If every subscription renews and no new one is bought. First letters are counted on the next mailing
                day. Letters held by a dispute aren’t counted. Postage goes by the rates entered for that day; paper is
                counted in sheets.
              </p>
              <BarChart
                title="Letters by mailing day"
                unit="Letters"
                bars={items.map(({ mailingDay, letters }) => ({
                  name: dayInWords(mailingDay),
                  short: mailingDay.slice(5).replace('-', '/'),
                  value: letters,
                }))}
              />
              <DataTable
                caption="Forecast by mailing day"
                head={['Mailing day', 'Letters', 'Abroad', 'Sheets', 'Postage']}
                rows={items.map((item) => [
                  dayInWords(item.mailingDay),
                  item.letters.toLocaleString('en-US'),
                  item.abroad.toLocaleString('en-US'),
                  item.sheets.toLocaleString('en-US'),
                  item.postageCents === null ? 'no rates' : formatUsd(item.postageCents),
                ])}
              />
              <SaveCsv queryKey={pagesOf(listForecast).queryKey} about="the forecast" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}
