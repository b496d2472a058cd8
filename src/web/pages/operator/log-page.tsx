import { Sheet } from '../../ui/sheet.tsx';
import { logQuery } from './console-queries.ts';
import { Pages } from './fetched.tsx';
import { LogEntry } from './log-entry.tsx';

export function LogPage() {
  return (
    <>
      <h1>Log</h1>
      <Sheet title="What operators did, newest first">
        <Pages query={logQuery} label="Fetching the log" empty="Nobody has done anything." keyOf={({ id }) => id}>
          {(entry) => <LogEntry entry={entry} />}
        </Pages>
      </Sheet>
    </>
  );
}
