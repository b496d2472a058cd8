import { type CaseFigures, getCaseFigures, listLetterFaults } from '../../../../contract/operator/case-files.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { AppButtonLink } from '../../../app/links.tsx';
import { pagesOf } from '../../../app/paged.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Entry } from '../parts/entry.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { instantInWords } from '../parts/words.ts';

export function CaseFilesPage() {
  return (
    <>
      <h1>Case files</h1>
      <Fetched query={queryOf(getCaseFigures)} label="Adding up" lines={8}>
        {({ seasons }) => seasons.map((season) => <Season key={season.seasonId} season={season} />)}
      </Fetched>
      <ListSheet
        title="Faults in letters, newest first"
        query={pagesOf(listLetterFaults)}
        label="Fetching the faults"
        empty="Nobody has found anything wrong."
      >
        {({ letter, seasonId, says, reportedAt, userId }) => (
          <>
            <Entry title={`Letter ${letter} of ${seasonId}`} notes={[says]} mark={instantInWords(reportedAt)} />
            <AppButtonLink to={CONSOLE_PATHS.subscriber} search={{ subscriber: userId }} variant="quiet" fit>
              Who reported it
            </AppButtonLink>
          </>
        )}
      </ListSheet>
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
          rows={puzzles.map(({ puzzle, letter, hints }) => [puzzle, String(letter), ...hints.map(String)])}
        />
      </Stack>
    </Sheet>
  );
}
