import { getRouteApi } from '@tanstack/react-router';
import type { CaseFileReply, CaseSubject } from '../../../contract/case-file.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CasePage } from './case-page.tsx';
import { caseFileQuery } from './case-queries.ts';
import styles from './case-file.module.css';
import { CaseLetters } from './case-letters.tsx';
import { hourWords, momentWords } from './moment-words.ts';

const route = getRouteApi('/signed-in/account/case');

export function CaseFilePage() {
  const { season } = route.useSearch();
  return (
    <CasePage title="Case File" season={season}>
      {(chosen) => (
        <Fetched
          query={caseFileQuery(chosen)}
          label="Loading your case file"
          lines={10}
          failureTitle="We couldn’t load your case file."
        >
          {(file) => <CaseFileSheets file={file} />}
        </Fetched>
      )}
    </CasePage>
  );
}

export function CaseFileSheets({ file }: { readonly file: CaseFileReply }) {
  const unread = file.letters.some(({ readable }) => readable) ? UNREAD : null;
  return (
    <>
      <Sheet title={file.title} kicker="What has arrived, and what hasn’t">
        <CaseLetters file={file} />
      </Sheet>
      <Subjects title="People" none={unread ?? 'Nobody has written to you yet.'} subjects={file.characters} />
      <Subjects title="Places" none={unread ?? 'No letter has taken you anywhere yet.'} subjects={file.places} />
      {file.night !== null && file.night.moments.length > 0 && (
        <Timeline title={file.night.title} moments={file.night.moments} words={hourWords} />
      )}
      <Timeline
        title="Timeline"
        none={unread ?? 'Nothing has happened yet, as far as you know.'}
        moments={file.timeline}
        words={momentWords}
      />
    </>
  );
}

const UNREAD =
  'Nothing here yet. In the list of letters above, open a letter or press “It arrived”, and we’ll add what it says.';

interface SubjectsProps {
  readonly title: string;
  readonly none: string;
  readonly subjects: readonly CaseSubject[];
}

function Subjects({ title, none, subjects }: SubjectsProps) {
  return (
    <Sheet title={title}>
      {subjects.length === 0 && <p>{none}</p>}
      <dl className={styles.subjects}>
        {subjects.map(({ id, name, lines }) => (
          <div key={id} className={styles.subject}>
            <dt>{name}</dt>
            {lines.map(({ letter, says }) => (
              <dd key={`${letter} ${says}`}>
                {says} <From letter={letter} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

interface TimelineProps {
  readonly title: string;
  readonly none?: string;
  readonly moments: CaseFileReply['timeline'];
  readonly words: (at: string) => string;
}

function Timeline({ title, none, moments, words }: TimelineProps) {
  return (
    <Sheet title={title}>
      {none !== undefined && moments.length === 0 && <p>{none}</p>}
      <ol className={styles.timeline}>
        {moments.map(({ at, letter, says }) => (
          <li key={`${at} ${says}`}>
            <time dateTime={at}>{words(at)}</time>
            <span>
              {says} <From letter={letter} />
            </span>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function From({ letter }: { readonly letter: number }) {
  return <span className={styles.from}>{`Letter ${letter}`}</span>;
}
