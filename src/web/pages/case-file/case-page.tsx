import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { Fetched } from '../../app/fetched.tsx';
import { AppButtonLink } from '../../app/links.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from './case-page.module.css';
import { caseFilesQuery } from './case-queries.ts';
import { ReadingControls } from './reading-controls.tsx';
import { useReadingSettings } from './reading-settings.ts';

const PAGES = [
  { name: 'Letters', path: APP_PATHS.accountCase },
  { name: 'Puzzles', path: APP_PATHS.accountCasePuzzles },
  { name: 'Theory', path: APP_PATHS.accountCaseTheory },
  { name: 'Notes', path: APP_PATHS.accountCaseNotes },
  { name: 'Read Along', path: APP_PATHS.accountCaseAlong },
] as const;

interface CasePageProps {
  readonly title: string;
  /** From the URL; without it, the first available season. */
  readonly season: string | undefined;
  readonly children: (season: string) => ReactNode;
}

/** The heading that every page of the case file has. */
export function CasePage({ title, season: asked, children }: CasePageProps) {
  const table = useReadingSettings();
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <ReadingControls settings={table} />
      </div>
      <Fetched
        query={caseFilesQuery}
        label="Loading your case file"
        lines={8}
        failureTitle="We couldn’t load your case file."
      >
        {({ files }) => {
          const chosen = files.find(({ seasonId }) => seasonId === asked) ?? files[0];
          if (chosen === undefined) return <NoFile />;
          return (
            <>
              <nav className={styles.nav} aria-label="Case file">
                {PAGES.map(({ name, path }) => (
                  <Link
                    key={path}
                    to={path}
                    search={{ season: chosen.seasonId }}
                    className={styles.page}
                    activeOptions={{ exact: true, includeSearch: false }}
                  >
                    {name}
                  </Link>
                ))}
              </nav>
              {files.length > 1 && <Seasons files={files} chosen={chosen.seasonId} />}
              {children(chosen.seasonId)}
            </>
          );
        }}
      </Fetched>
    </>
  );
}

interface SeasonsProps {
  readonly files: readonly { readonly seasonId: string; readonly title: string }[];
  readonly chosen: string;
}

function Seasons({ files, chosen }: SeasonsProps) {
  return (
    <ul className={styles.seasons} aria-label="Seasons">
      {files.map(({ seasonId, title }) => (
        <li key={seasonId}>
          <Link to="." search={{ season: seasonId }} aria-current={seasonId === chosen ? 'true' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NoFile() {
  return (
    <Sheet title="No case file yet">
      <Stack>
        <p>
          You get a case file with a season of your own. For a gift, first open the link in the gift email or on the
          gift certificate.
        </p>
        <AppButtonLink fit to={APP_PATHS.seasonSelection}>
          Choose a season
        </AppButtonLink>
      </Stack>
    </Sheet>
  );
}
