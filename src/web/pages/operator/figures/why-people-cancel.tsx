import { listCancelAnswers, listCancelReasonCounts, type ReasonCount } from '../../../../contract/operator/figures.ts';
import { CANCEL_REASON_WORDS, CANCEL_REASONS } from '../../../../domain/cancel-reasons.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Entry, FileLink } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { instantInWords, withCommas } from '../parts/words.ts';
import { monthAndYear } from './month-names.ts';

const ANSWERS: readonly ReasonCount['reason'][] = [...CANCEL_REASONS, null];

export function WhyPeopleCancel() {
  return (
    <Sheet title="Why people cancel" titleId="why-people-cancel">
      <Fetched query={queryOf(listCancelReasonCounts)} label="Adding up" lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p>No customer has canceled in the last twelve months.</p>
          ) : (
            <Stack>
              <DataTable
                caption="Reasons by month and plan"
                head={['Month and plan', 'All', ...ANSWERS.map(wordsOf)]}
                rows={rowsOf(items)}
              />
              <SaveCsv queryKey={pagesOf(listCancelReasonCounts).queryKey} about="the cancel reasons" />
              <Pages
                query={pagesOf(listCancelAnswers)}
                label="Fetching the answers"
                empty="There are no answers."
                keyOf={({ subscriptionId }) => subscriptionId}
              >
                {({ subscriptionId, name, email, reason, comment, planType, askedAt }) => (
                  <Entry
                    title={<FileLink subscription={subscriptionId}>{name ?? email}</FileLink>}
                    notes={[PLANS[planType].name, wordsOf(reason), comment]}
                    mark={instantInWords(askedAt)}
                  />
                )}
              </Pages>
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}

function nameOf({ month, planType }: ReasonCount): string {
  return `${monthAndYear(month)}, ${PLANS[planType].name}`;
}

function rowsOf(items: readonly ReasonCount[]): string[][] {
  return [...new Set(items.map(nameOf))].map((name) => {
    const own = items.filter((item) => nameOf(item) === name);
    const all = own.reduce((sum, { subscriptions }) => sum + subscriptions, 0);
    const numberOf = (answer: ReasonCount['reason']) => own.find(({ reason }) => reason === answer)?.subscriptions ?? 0;
    return [name, withCommas(all), ...ANSWERS.map((answer) => shareInWords(numberOf(answer), all))];
  });
}

/** For example '11 (13%)'. */
function shareInWords(number: number, all: number): string {
  return number === 0 ? '0' : `${withCommas(number)} (${Math.round((100 * number) / all)}%)`;
}

function wordsOf(reason: ReasonCount['reason']): string {
  return reason === null ? 'No reason chosen' : CANCEL_REASON_WORDS[reason];
}
