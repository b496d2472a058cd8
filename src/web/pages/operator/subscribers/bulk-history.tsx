import { type BulkAction, listBulkActions, listSkipped } from '../../../../contract/operator/bulk-actions.ts';
import { PagedList, pagesOf } from '../../../app/paged-list.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { May } from '../parts/role.tsx';
import { counted, shortDayOf } from '../parts/words.ts';

export function BulkHistory() {
  return (
    <May call="listBulkActions">
      <Disclosure summary="Bulk actions so far">
        <PagedList
          query={pagesOf(listBulkActions)}
          label="Fetching the bulk actions"
          empty="None yet. They are listed here with what was skipped."
          more="Show more"
        >
          {(items) => (
            <ul>
              {items.map((item) => (
                <li key={item.id}>
                  <Progress action={item} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Disclosure>
    </May>
  );
}

const ACTION_WORDS: Readonly<Record<BulkAction['action'], string>> = { tag: 'Tag', hold: 'Hold', email: 'Email' };

function Progress({
  action: { id, action, operator, note, subscriptions, done, skipped, startedAt },
}: {
  readonly action: BulkAction;
}) {
  const text = `${ACTION_WORDS[action]}, ${shortDayOf(startedAt)}, ${operator}: ${done} of ${counted(subscriptions, 'subscription')} done, ${skipped} skipped. ${note}`;
  return (
    <>
      <p>{text}</p>
      {skipped > 0 && (
        <Disclosure summary="Skipped">
          <PagedList
            query={pagesOf(listSkipped, { params: { id } })}
            label="Fetching the skipped ones"
            empty="None."
            more="Show more"
          >
            {(rows) => (
              <ul>
                {rows.map((row) => (
                  <li key={row.id}>{`${row.email}: ${row.reason}`}</li>
                ))}
              </ul>
            )}
          </PagedList>
        </Disclosure>
      )}
    </>
  );
}
