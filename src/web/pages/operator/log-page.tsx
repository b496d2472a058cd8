import { logQuery } from './console-queries.ts';
import { ListSheet } from './fetched.tsx';
import { LogEntry } from './log-entry.tsx';

export function LogPage() {
  return (
    <>
      <h1>Log</h1>
      <ListSheet
        title="What operators did, newest first"
        query={logQuery}
        label="Fetching the log"
        empty="Nobody has done anything."
        keyOf={({ id }) => id}
      >
        {(entry) => <LogEntry entry={entry} />}
      </ListSheet>
    </>
  );
}
