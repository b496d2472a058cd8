import { useState } from 'react';
import { type BalanceTransaction, listBalanceTransactions } from '../../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { useNow } from '../../../app/now.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { Entry } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { eventInWords, instantInWords } from '../parts/words.ts';

export function Bookkeeping() {
  const thisMonth = newYorkDate(useNow()).slice(0, 7);
  const [month, setMonth] = useState(thisMonth);
  return (
    <Sheet title="Bookkeeping" titleId="bookkeeping">
      <Stack>
        <p>
          Every charge, fee, refund, dispute and payout of a month, as Stripe booked it. Net is gross less the fee; tax
          is part of the fee. Months are New York’s.
        </p>
        <TextField
          label="Month"
          type="month"
          max={thisMonth}
          value={month}
          onChange={({ target }) => target.value !== '' && setMonth(target.value)}
        />
        <Pages
          key={month}
          query={pagesOf(listBalanceTransactions, { query: { month } })}
          label="Fetching the balance transactions"
          empty="Stripe booked nothing in this month."
        >
          {(booked) => <Booked {...booked} />}
        </Pages>
      </Stack>
    </Sheet>
  );
}

function Booked({ type, description, source, grossCents, feeCents, netCents, at }: BalanceTransaction) {
  return (
    <Entry
      title={`${eventInWords(type)} ${formatUsd(grossCents)}`}
      notes={[`fee ${formatUsd(feeCents)}, net ${formatUsd(netCents)}`, description, source]}
      mark={instantInWords(at)}
    />
  );
}
