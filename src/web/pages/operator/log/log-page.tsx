import { call } from '../../../app/api.ts';
import { listLog } from '../../../../contract/operator/desk.ts';
import { paged } from '../parts/console-queries.ts';
import { ListSheet } from '../parts/fetched.tsx';
import { LogEntry } from '../parts/log-entry.tsx';

const logQuery = paged(['log'], (after, signal) => call(listLog, { query: after, signal }));

export function LogPage() {
  return (
    <>
      <h1>Log</h1>
      <ListSheet
        title="What operators did, newest first"
        query={logQuery}
        label="Fetching the log"
        empty="Nobody has done anything."
      >
        {(entry) => <LogEntry entry={entry} />}
      </ListSheet>
    </>
  );
}
