import { type ReactNode, useEffect, useState } from 'react';
import {
  applyImport,
  getImport,
  type ImportReply,
  type ImportRow,
  inviteImport,
  listImportRows,
  listImports,
  undoImport,
} from '../../../../contract/operator/imports.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { invalidate, queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { QuestionButton } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { Entry, FileLink } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { counted, withCommas } from '../parts/words.ts';
import { ASK_AGAIN_MS, doneInWords, readyInWords, STATE_WORDS, WORKING } from './import-words.ts';

export function ImportSheet({ id }: { readonly id: string }) {
  const query = {
    ...queryOf(getImport, { params: { id } }),
    refetchInterval: ({ state: { data } }: { state: { data: ImportReply | undefined } }) =>
      data !== undefined && WORKING.has(data.state) ? ASK_AGAIN_MS : false,
  };
  return (
    <Fetched query={query} label="Fetching the import" failureTitle="Import">
      {(found) => (
        <Sheet title={found.name}>
          <Stack>
            {found.problem !== null && <Notice tone="error">{found.problem}</Notice>}
            <Done found={found} />
            <Outcome found={found} />
            <ListsUpToDate found={found} />
            <Actions found={found} />
            {found.refused > 0 && <Rows id={id} state="refused" title="Refused rows" />}
            {found.imported > 0 && <Rows id={id} state="imported" title="Imported rows" />}
          </Stack>
        </Sheet>
      )}
    </Fetched>
  );
}

/** Fetches the lists again when the import has progressed. */
function ListsUpToDate({ found }: { readonly found: ImportReply }) {
  useEffect(() => {
    const rows = [listImportRows.path, { params: { id: found.id } }];
    void invalidate({ queryKey: [listImports.path] }, { queryKey: rows });
  }, [found]);
  return null;
}

/** Says that a job has finished while the page was open. */
function Done({ found }: { readonly found: ImportReply }) {
  const [seen, setSeen] = useState<{ state: ImportReply['state']; words: string | null }>({
    state: found.state,
    words: null,
  });
  if (seen.state !== found.state) setSeen({ state: found.state, words: doneInWords(found) });
  return seen.words === null ? null : <Notice tone="success">{seen.words}</Notice>;
}

function Outcome({ found }: { readonly found: ImportReply }) {
  const items: readonly (readonly [string, ReactNode])[] = [
    ['State', <output key="state">{STATE_WORDS[found.state]}</output>],
    ['Rows', withCommas(found.rows)],
    ['Ready', readyInWords(found)],
    ['Refused', withCommas(found.refused)],
    ['Imported', withCommas(found.imported)],
    ['Invited', withCommas(found.invited)],
    ...(found.undone > 0 ? [['Undone', withCommas(found.undone)] as const] : []),
  ];
  return <DefinitionList items={items.map(([term, detail]) => ({ term, detail }))} layout="figures" />;
}

function Actions({
  found: { id, state, ready, imported, invited, inRuns, withoutStripe },
}: {
  readonly found: ImportReply;
}) {
  const params = { id };
  if (state === 'checked' && ready > 0) {
    return (
      <div className={styles.buttons}>
        <QuestionButton
          label="Import Ready Rows"
          title={`Import ${counted(ready, 'subscriber')}?`}
          yes="Import"
          mutation={() => call(applyImport, { params })}
        >
          <p>
            Each ready row becomes an account with its subscription and address. Refused rows are left out. No email is
            sent.
          </p>
          {withoutStripe > 0 && (
            <p>{`${counted(withoutStripe, 'row')} without a Stripe subscription: nothing is charged. Annual plans run to their end, monthly plans end when the letters paid for are mailed.`}</p>
          )}
        </QuestionButton>
      </div>
    );
  }
  if (state !== 'applied') return null;
  const toInvite = imported - invited;
  return (
    <div className={styles.buttons}>
      {toInvite > 0 && (
        <QuestionButton
          label="Send Invitations"
          title={`Invite ${counted(toInvite, 'subscriber')}?`}
          yes="Send Invitations"
          mutation={() => call(inviteImport, { params })}
        >
          <p>Each gets one email with a link to open the account and set a password. The link works for 24 hours.</p>
        </QuestionButton>
      )}
      {inRuns === 0 ? (
        <QuestionButton
          label="Undo Import"
          variant="quiet"
          title="Undo this import?"
          yes="Undo"
          mutation={() => call(undoImport, { params })}
        >
          <p>
            Its accounts, addresses and subscriptions are deleted here. Subscriptions at Stripe stay as they are.
            Customers who have paid since are kept.
          </p>
        </QuestionButton>
      ) : (
        <p>{`${counted(inRuns, 'letter')} of this import are in mailing runs, so it can’t be undone.`}</p>
      )}
    </div>
  );
}

interface RowsProps {
  readonly id: string;
  readonly state: ImportRow['state'];
  readonly title: string;
}

function Rows({ id, state, title }: RowsProps) {
  const query = pagesOf(listImportRows, { params: { id }, query: { state } });
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Pages
        query={query}
        label={`Fetching the ${title.toLowerCase()}`}
        empty="None."
        keyOf={({ line }) => String(line)}
      >
        {({ line, name, email, problem, subscriptionId }) => (
          <Entry
            title={`Line ${line}: ${name ?? ''}`}
            notes={[email, problem]}
            mark={subscriptionId === null ? undefined : <FileLink subscription={subscriptionId}>Subscription</FileLink>}
          />
        )}
      </Pages>
    </section>
  );
}
