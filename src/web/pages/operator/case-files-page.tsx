import {
  type CaseFigures,
  getCaseFigures,
  listLetterFaults,
  settleLetterFault,
} from '../../../contract/operator/case-files.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { pagesOf } from '../../app/paged-list.tsx';
import { queryOf } from '../../app/queries.ts';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { ActionBoard } from './parts/action-button.tsx';
import { BarChart } from './parts/bar-chart.tsx';
import { DataTable } from './parts/data-table.tsx';
import { Entry } from './parts/entry.tsx';
import { ListSheet } from './parts/pages.tsx';
import { May } from './parts/role.tsx';
import { QuestionWithNote } from './parts/question-with-note.tsx';
import { instantInWords, withCommas } from './parts/words.ts';

type LetterFault = ReplyOf<typeof settleLetterFault>;

export function CaseFilesPage() {
  return (
    <>
      <h1>Faults and hints</h1>
      <ActionBoard>
        <May call="getCaseFigures">
          <Fetched query={queryOf(getCaseFigures)} label="Adding up" lines={8}>
            {({ seasons }) => seasons.map((season) => <Season key={season.seasonId} season={season} />)}
          </Fetched>
        </May>
        <ListSheet
          title="Faults in letters, newest first"
          query={pagesOf(listLetterFaults)}
          label="Fetching the faults"
          empty="Nobody has found anything wrong that is not settled."
        >
          {(fault) => <FaultEntry fault={fault} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function FaultEntry({ fault: { id, letter, seasonId, says, reportedAt, userId } }: { readonly fault: LetterFault }) {
  const title = `Letter ${letter} of ${seasonId}`;
  return (
    <>
      <Entry title={title} notes={[says]} mark={instantInWords(reportedAt)} />
      <AppButtonLink to={CONSOLE_PATHS.subscriber} search={{ subscriber: userId }} variant="quiet" fit>
        Who reported it
      </AppButtonLink>
      <QuestionWithNote
        label="Settle"
        about={`${title}: ${says}`}
        title="Is it settled?"
        yes="It Is Settled"
        consequence="The report leaves this list. Who wrote it is not told."
        said="Settled, and written in the log."
        mutation={(note) => call(settleLetterFault, { params: { id }, body: { note } })}
      />
    </>
  );
}

const RUNGS = ['first', 'second', 'third'] as const;

function Season({ season: { title, letters, puzzles, theoriesSealed } }: { readonly season: CaseFigures }) {
  const bars = (valueOf: (letter: CaseFigures['letters'][number]) => number) =>
    letters.map((one) => ({ name: `Letter ${one.letter}`, short: String(one.letter), value: valueOf(one) }));
  return (
    <Sheet title={title}>
      <Stack>
        <p>{`Theories sealed: ${theoriesSealed.toLocaleString('en-US')}. What they say is nobody’s business here.`}</p>
        <BarChart title="Opened in the case file, by letter" unit="People" bars={bars(({ opened }) => opened)} />
        <BarChart
          title="Where people stop: the last letter they opened"
          unit="People"
          bars={bars(({ last }) => last)}
        />
        <BarChart
          title="Hints asked for, by puzzle"
          unit="Hints"
          bars={puzzles.map(({ puzzle, letter, hints }) => ({
            name: `${puzzle}, letter ${letter}`,
            short: String(letter),
            value: hints.reduce((all, one) => all + one, 0),
          }))}
        />
        <DataTable
          caption="Hints by puzzle"
          head={['Puzzle', 'Letter', ...RUNGS.map((rung) => `The ${rung}`)]}
          rows={puzzles.map(({ puzzle, letter, hints }) => [puzzle, String(letter), ...hints.map(withCommas)])}
        />
      </Stack>
    </Sheet>
  );
}
