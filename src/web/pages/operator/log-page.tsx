import { getRouteApi } from '@tanstack/react-router';
import { listLog } from '../../../contract/operator/desk.ts';
import { isLogKind, LOG_KINDS } from '../../../contract/operator/log-kinds.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { EMAIL_ADDRESS_LIMIT } from '../../../domain/email-address.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { askedOf, type FilterField, FilterForm } from './parts/filter-form.tsx';
import { LogEntry } from './parts/log-entry.tsx';
import { ListSheet } from './parts/pages.tsx';

const route = getRouteApi('/signed-in/operator/log');

const FIELDS: readonly FilterField[] = [
  { name: 'person', label: 'Person', width: 22, longest: EMAIL_ADDRESS_LIMIT },
  { name: 'kind', label: 'Kind', choices: Object.entries(LOG_KINDS) },
  { name: 'customer', label: 'Customer’s email', width: 22, longest: EMAIL_ADDRESS_LIMIT },
  { name: 'from', label: 'From', day: true },
  { name: 'to', label: 'To', day: true },
];

export function LogPage() {
  const search = askedOf(route.useSearch());
  const { kind, ...others } = search;
  const query = { ...others, ...(kind !== undefined && isLogKind(kind) && { kind }) };
  return (
    <>
      <h1>Log</h1>
      <FilterForm path={CONSOLE_PATHS.log} fields={FIELDS} search={search} />
      <ListSheet
        key={JSON.stringify(query)}
        title="What operators did, newest first"
        query={pagesOf(listLog, { query })}
        label="Fetching the log"
        empty={Object.keys(query).length === 0 ? 'No entries yet.' : 'No entries match the filter.'}
      >
        {(entry) => <LogEntry entry={entry} />}
      </ListSheet>
    </>
  );
}
