import { getRouteApi, Link } from '@tanstack/react-router';
import { type ImportReply, listImports } from '../../../../contract/operator/imports.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { type PagedQuery, pagesOf } from '../../../app/paged-list.tsx';
import { ActionBoard, ConfirmButton } from '../parts/action-button.tsx';
import { Entry } from '../parts/entry.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { counted, instantInWords } from '../parts/words.ts';
import { ImportForm } from './import-form.tsx';
import { ImportSheet } from './import-sheet.tsx';
import { ASK_AGAIN_MS, STATE_WORDS, WORKING } from './import-words.ts';

const route = getRouteApi('/signed-in/operator/imports');

const QUERY: PagedQuery<ImportReply> = {
  ...pagesOf(listImports),
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ items }) => items.some(({ state }) => WORKING.has(state))) === true ? ASK_AGAIN_MS : false,
};

export function ImportsPage() {
  const { import: shown } = route.useSearch();
  return (
    <>
      <h1>Imports</h1>
      <ActionBoard>
        {shown !== undefined && <ImportSheet key={shown} id={shown} />}
        <ListSheet
          title="Imports of subscribers"
          aside={
            <ConfirmButton label="New Import" title="Import subscribers from a file">
              {(close) => <ImportForm onClose={close} />}
            </ConfirmButton>
          }
          query={QUERY}
          label="Fetching the imports"
          empty="Nothing has been imported. An import brings subscribers along from another shop’s CSV file."
        >
          {(item) => <ImportEntry {...item} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function ImportEntry({ id, name, state, createdAt, operator, rows, refused, imported }: ImportReply) {
  return (
    <Entry
      title={
        <Link to={CONSOLE_PATHS.imports} search={{ import: id }}>
          {name}
        </Link>
      }
      notes={[
        STATE_WORDS[state],
        `${counted(rows, 'row')}, ${refused} refused, ${imported} imported`,
        `by ${operator}`,
      ]}
      mark={instantInWords(createdAt)}
    />
  );
}
