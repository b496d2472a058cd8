import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { CaseFileReply, CaseLetter } from '../../../contract/case-file.ts';
import { queryClient } from '../../app/queries.ts';
import { Missing } from '../case-file/report-missing-dialog.tsx';
import type { CalendarLetter } from './letter-words.ts';
import { MissingLetter } from './missing-letter-dialog.tsx';

const WINDOW = { earliest: '2026-12-13', latest: '2026-12-16' };
const PAUSED =
  'No letters are being mailed right now. If the letters continue, we’ll mail this one again at our expense.';
const done = { onClose: () => undefined, onDone: () => undefined };
const shown = (element: ReactElement) =>
  renderToStaticMarkup(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);

describe('a letter that has not arrived', () => {
  test('is mailed again on the day that the calendar names', () => {
    const again = { now: '2026-12-18', withNext: '2026-12-25', address: null };
    const html = shown(calendarDialog({ again }, 5));
    expect(html).toContain('We’ll mail it again at our expense. We mail it on December 18, 2026, or with letter 5 on');
    expect(html).toContain('Mail it on December 18, 2026</');
    expect(html).toContain('Mail it with letter 5</');
  });

  test('is only recorded while a dispute keeps all letters back', () => {
    for (const html of [shown(calendarDialog({ again: null }, null)), shown(caseDialog({ paused: true }))]) {
      expect(html).toContain(PAUSED);
      expect(html).toContain('Report It Missing</');
      expect(html).not.toMatch(/Mail it[^<]*<\//);
    }
  });

  test('is mailed with an upcoming letter or separately, as the case file says', () => {
    const html = shown(caseDialog({ paused: false }));
    expect(html).toContain('We can mail it separately, as soon as possible, or together with an upcoming letter.');
    expect(html).toContain('You can read letter 1 here right away.');
    for (const button of ['Mail it with an upcoming letter</', 'Mail it separately</']) expect(html).toContain(button);
    const withoutChoice = shown(caseDialog({ paused: false, letters: [] }));
    expect(withoutChoice).toContain('Mail it again</');
    expect(withoutChoice).not.toContain('upcoming letter');
  });
});

function calendarDialog({ again }: Pick<CalendarLetter, 'again'>, next: number | null): ReactElement {
  const missing = { letter: 1, deliveryWindow: WINDOW, again } as CalendarLetter;
  return <MissingLetter subscriptionId="one" missing={missing} next={next} lookedInto={false} {...done} />;
}

function caseDialog(changes: Partial<CaseFileReply>): ReactElement {
  const missing = { letter: 1, state: 'overdue', deliveryWindow: WINDOW } as CaseLetter;
  const letters = [missing, { letter: 2, state: 'to_come' }];
  const file = { seasonId: 'season-1', missingIsLookedInto: false, letters, ...changes } as CaseFileReply;
  return <Missing file={file} missing={missing} {...done} />;
}
