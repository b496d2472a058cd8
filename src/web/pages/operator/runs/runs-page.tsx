import { runsQuery } from '../parts/console-queries.ts';
import { ConfirmButton } from '../parts/action-button.tsx';
import { ListSheet } from '../parts/fetched.tsx';
import { EditionsSheet } from './editions-sheet.tsx';
import { OpenRunForm } from './open-run-form.tsx';
import { RunEntry } from '../parts/run-entry.tsx';
import { useNow } from '../../../app/now.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';

export function RunsPage() {
  const today = newYorkDate(useNow());
  return (
    <>
      <h1>Runs</h1>
      <ListSheet
        title="Every mailing, newest first"
        aside={
          <ConfirmButton label="Open a Run" title="Open a run ahead of the clock">
            {(close) => <OpenRunForm onClose={close} />}
          </ConfirmButton>
        }
        query={runsQuery('all')}
        label="Fetching the runs"
        empty="Nothing has ever been mailed from here. The first run opens on the next business day."
      >
        {(run) => <RunEntry run={run} today={today} />}
      </ListSheet>
      <EditionsSheet />
    </>
  );
}
