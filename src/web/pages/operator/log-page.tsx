import { listLog } from '../../../contract/operator/desk.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { ListSheet } from './parts/pages.tsx';
import { LogEntry } from './parts/log-entry.tsx';

export function LogPage() {
  return (
    <>
      <h1>Log</h1>
      <ListSheet
        title="What operators did, newest first"
        query={pagesOf(listLog)}
        label="Fetching the log"
        empty="Nobody has done anything."
      >
        {(entry) => <LogEntry entry={entry} />}
      </ListSheet>
    </>
  );
}
