import { getRouteApi, Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { CaseLetterReply } from '../../../../contract/case-file.ts';
import { APP_PATHS } from '../../../../contract/site-paths.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { takeLostFocus } from '../../../app/heading-focus.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { AppBackLink } from '../../../app/links.tsx';
import { Button } from '../../../ui/button.tsx';
import { type BoardNotice, NoticeBoard } from '../../../ui/notice.tsx';
import { caseFileQuery, caseLetterQuery } from '../case-queries.ts';
import { FaultDialog } from './fault-dialog.tsx';
import styles from './letter-page.module.css';
import { PagePicture } from './page-picture.tsx';
import { Passages } from './passages.tsx';
import { PinNote } from './pin-note.tsx';
import { ReadingControls } from '../reading-controls.tsx';
import { type ReadingSettings, useReadingSettings } from '../reading-settings.ts';

const route = getRouteApi('/signed-in/account/case/letter');

export function LetterPage() {
  const { season, letter } = route.useRouteContext();
  const table = useReadingSettings();
  const back = <AppBackLink to={APP_PATHS.accountCase}>Back to the case file</AppBackLink>;
  return (
    <div className={styles.table} data-theme={table.theme} data-type={table.type}>
      <div className={styles.back}>{back}</div>
      <Fetched
        query={caseLetterQuery(season, letter)}
        label="Loading the letter"
        lines={14}
        heading={<h1 ref={takeLostFocus}>{`Letter ${letter}`}</h1>}
        failureTitle="We couldn’t open this letter."
        missingTitle="You can’t open this letter."
      >
        {(reply) => <Letter key={reply.letter} season={season} letter={reply} table={table} />}
      </Fetched>
    </div>
  );
}

interface LetterProps {
  readonly season: string;
  readonly letter: CaseLetterReply;
  readonly table: ReadingSettings;
}

function Letter({ season, letter, table }: LetterProps) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [complains, setComplains] = useState(false);
  const titleId = useId();
  return (
    <article className={styles.letter} aria-labelledby={titleId}>
      <header className={styles.head}>
        <p className={styles.kicker}>{`Letter ${letter.letter}, from ${letter.writer}`}</p>
        <h1 id={titleId} ref={takeLostFocus}>
          {letter.title}
        </h1>
        <ReadingControls settings={table} withType />
      </header>
      <FaultDialog
        open={complains}
        season={season}
        letter={letter.letter}
        onClose={() => setComplains(false)}
        onDone={setNotice}
      />
      <NoticeBoard notice={notice} />
      <div className={styles.sheets}>
        <section className={styles.pictures} aria-label="Pages of the letter">
          {Array.from({ length: letter.pages }, (_, index) => (
            <PagePicture key={index} season={season} letter={letter} page={index + 1} />
          ))}
        </section>
        <section className={styles.words} aria-label="Text of the letter">
          <Passages passages={letter.passages} />
        </section>
      </div>
      <footer className={styles.foot}>
        <Turning season={season} letter={letter.letter} />
        <PinNote season={season} letter={letter.letter} />
        <Button variant="quiet" fit onClick={() => setComplains(true)}>
          Something is wrong with this letter
        </Button>
      </footer>
    </article>
  );
}

/** Links to the previous and the next letter that can be opened. */
function Turning({ season, letter }: { readonly season: string; readonly letter: number }) {
  return (
    <Fetched query={caseFileQuery(season)} label="Looking for the next letter" lines={1}>
      {({ letters }) => {
        const readable = letters.filter((one) => one.readable).map((one) => one.letter);
        const before = readable.findLast((number) => number < letter);
        const after = readable.find((number) => number > letter);
        return (
          <nav className={styles.turning} aria-label="Other letters">
            {before !== undefined && <To season={season} letter={before} words={`Letter ${before}`} way="back" />}
            {after !== undefined && <To season={season} letter={after} words={`Letter ${after}`} way="on" />}
            {after === undefined && (
              <p>{letter === LETTERS_PER_SEASON ? 'That was the last letter.' : 'No later letter has arrived.'}</p>
            )}
          </nav>
        );
      }}
    </Fetched>
  );
}

interface ToProps {
  readonly season: string;
  readonly letter: number;
  readonly words: string;
  readonly way: 'back' | 'on';
}

function To({ season, letter, words, way }: ToProps) {
  return (
    <Link to={APP_PATHS.accountCaseLetter} search={{ season, letter: String(letter) }} preload={false}>
      {way === 'back' ? `Back to ${words}` : `On to ${words}`}
    </Link>
  );
}
