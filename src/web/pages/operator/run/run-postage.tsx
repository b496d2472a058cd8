import { Link } from '@tanstack/react-router';
import type { RunReply } from '../../../../contract/operator/fulfilment.ts';
import { type PostageLineReply, type RunPostageReply } from '../../../../contract/operator/postage.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { envelopeInWords } from '../../../../domain/postage.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { counted, dayInWords } from '../parts/words.ts';
import { postageQuery } from './run-queries.ts';

/** The stamps that a run needs or will need, and those it has used. */
export function RunPostage({ run }: { readonly run: RunReply }) {
  return (
    <Sheet title="Postage">
      <Fetched query={postageQuery(run.id)} label="Counting the stamps">
        {(postage) => (
          <Stack>
            {postage.planned !== null && <Planned on={postage.on} {...postage.planned} />}
            {run.state !== 'planned' && <ToBuy {...postage} />}
            {run.state === 'planned' && postage.planned === null && <p>Plan the run again to see its postage.</p>}
            {postage.used !== null && (
              <Stamps caption="Used by what has left" lines={postage.used.lines} total={postage.used.totalCents} />
            )}
          </Stack>
        )}
      </Fetched>
    </Sheet>
  );
}

type PlannedProps = NonNullable<RunPostageReply['planned']> & Pick<RunPostageReply, 'on'>;

function Planned({ on, letters, sheets, postage }: PlannedProps) {
  const paper = `${counted(letters, 'letter')} on ${counted(sheets, 'sheet')} of paper.`;
  if (postage === null) {
    return (
      <>
        <p>{paper}</p>
        <NoRates on={on} />
      </>
    );
  }
  const priced = postage.lines.reduce((sum, { eachCents, pieces }) => sum + (eachCents === null ? 0 : pieces), 0);
  const each = priced === 0 ? '' : `, ${formatUsd(Math.round(postage.totalCents / priced))} a letter`;
  const least = priced === letters ? '' : 'at least ';
  return (
    <>
      <p>{`If the plan holds: ${paper} Postage ${least}${formatUsd(postage.totalCents)}${each}.`}</p>
      <Stamps
        caption={`Expected, by the rates of ${dayInWords(on)}`}
        lines={postage.lines}
        total={postage.totalCents}
      />
    </>
  );
}

function NoRates({ on }: Pick<RunPostageReply, 'on'>) {
  return (
    <p>
      {`No rates are known for ${dayInWords(on)}. `}
      <Link to={CONSOLE_PATHS.postage}>Enter what the post asks</Link>, and the stamps to buy stand here.
    </p>
  );
}

function ToBuy({ on, toBuy, onSheetsCents, used }: RunPostageReply) {
  if (toBuy === null) return <NoRates on={on} />;
  if (toBuy.lines.length === 0) return used === null ? <p>Nothing on the pile needs a stamp.</p> : null;
  return (
    <>
      <Stamps caption={`To buy, by the rates of ${dayInWords(on)}`} lines={toBuy.lines} total={toBuy.totalCents} />
      {onSheetsCents !== null && onSheetsCents !== toBuy.totalCents && (
        <Notice tone="warning">
          {`The packing sheets say ${formatUsd(onSheetsCents)}: the rates, or the pile, have changed since they were printed. Go by this list.`}
        </Notice>
      )}
    </>
  );
}

interface StampsProps {
  readonly caption: string;
  readonly lines: readonly PostageLineReply[];
  readonly total: number;
}

function Stamps({ caption, lines, total }: StampsProps) {
  const toWeigh = lines.reduce((sum, { eachCents, pieces }) => sum + (eachCents === null ? pieces : 0), 0);
  return (
    <Stack>
      <DataTable
        caption={caption}
        head={['Envelopes', 'How many', 'Each', 'Together']}
        rows={[
          ...lines.map((line) => [
            `${line.zone ?? 'A country without rates'}, ${envelopeInWords(line)}`,
            line.pieces.toLocaleString('en-US'),
            line.eachCents === null ? 'to weigh' : formatUsd(line.eachCents),
            line.eachCents === null ? 'at the counter' : formatUsd(line.eachCents * line.pieces),
          ]),
          ['All', lines.reduce((sum, { pieces }) => sum + pieces, 0).toLocaleString('en-US'), '', formatUsd(total)],
        ]}
      />
      {toWeigh > 0 && (
        <p>{`${counted(toWeigh, 'envelope')} not in the total: no rate covers their weight or country. Have them weighed at the counter.`}</p>
      )}
    </Stack>
  );
}
