import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CasePuzzle, openHint } from '../../../contract/case-file.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { cacheAnswer } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Answer } from './answer.tsx';
import { CasePage } from './case-page.tsx';
import { puzzlesQuery } from './case-queries.ts';
import styles from './puzzles-page.module.css';

const route = getRouteApi('/signed-in/account/case/puzzles');

export function PuzzlesPage() {
  const { season } = route.useSearch();
  return (
    <CasePage title="Puzzles" season={season}>
      {(chosen) => (
        <Fetched
          query={puzzlesQuery(chosen)}
          label="Loading the puzzles"
          lines={8}
          failureTitle="We couldn’t load the puzzles."
        >
          {({ puzzles }) => <Puzzles season={chosen} puzzles={puzzles} />}
        </Fetched>
      )}
    </CasePage>
  );
}

interface PuzzlesProps {
  readonly season: string;
  readonly puzzles: readonly CasePuzzle[];
}

function Puzzles({ season, puzzles }: PuzzlesProps) {
  if (puzzles.length === 0) {
    return (
      <Sheet title="Nothing to solve yet">
        <p>Puzzles come with the letters. You’ll want a pencil, a table, and nobody in a hurry.</p>
      </Sheet>
    );
  }
  return (
    <>
      <p>
        A pencil and a table are all you need. Where there’s a field, type your answer to check it. Each puzzle also has
        three hints, and your certificate shows how many you used. After the third hint you can see the answer; the last
        puzzle’s answer comes with letter 24.
      </p>
      {puzzles.map((puzzle) => (
        <Sheet key={puzzle.id} title={puzzle.title} kicker={`From letter ${puzzle.letter}`}>
          <Stack>
            <p className={styles.asks}>{puzzle.asks}</p>
            {puzzle.answerLabel !== null && <Answer season={season} puzzle={puzzle} label={puzzle.answerLabel} />}
            <Hints season={season} puzzle={puzzle} />
          </Stack>
        </Sheet>
      ))}
    </>
  );
}

const RUNGS = ['A nudge', 'A push', 'Nearly all of it'] as const;

function Hints({ season, puzzle }: { readonly season: string; readonly puzzle: CasePuzzle }) {
  const { id, title, hints, rungs } = puzzle;
  const open = useMutation({
    mutationFn: () => call(openHint, { params: { season }, body: { puzzle: id, rung: hints.length + 1 } }),
    onSuccess: (puzzles) => cacheAnswer(puzzlesQuery(season), puzzles),
  });
  const next = RUNGS[hints.length];
  const show = `Show hint ${hints.length + 1} of ${rungs}: ${next?.toLowerCase() ?? ''}`;
  return (
    <>
      <ol className={styles.hints} aria-live="polite">
        {hints.map((hint, index) => (
          <li key={hint}>
            <span className={styles.rung}>{RUNGS[index]}</span> {hint}
          </li>
        ))}
      </ol>
      {puzzle.answer !== null && (
        <Disclosure summary="The answer">
          <p className={styles.asks}>{puzzle.answer}</p>
        </Disclosure>
      )}
      {open.isError && <Notice tone="error">{open.error.message}</Notice>}
      {hints.length < rungs && next !== undefined && (
        <div className={styles.asking}>
          <Button
            variant="secondary"
            fit
            busy={open.isPending}
            aria-label={`${show}, for “${title}”`}
            onClick={() => open.mutate()}
          >
            {show}
          </Button>
        </div>
      )}
    </>
  );
}
