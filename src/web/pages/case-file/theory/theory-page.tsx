import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { TheoryReply } from '../../../../contract/case-theory.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { type BoardNotice, NoticeBoard } from '../../../ui/notice.tsx';
import { Struck } from '../../../ui/ornament.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { CasePage } from '../case-page.tsx';
import { theoryQuery } from '../case-queries.ts';
import { OpenedTheory } from './opened-theory.tsx';
import { TheoryForm } from './theory-form.tsx';
import { ASKS, chosenLabel, lettersInWords, PARTS } from './theory-words.ts';
import styles from './theory-page.module.css';

const route = getRouteApi('/signed-in/account/case/theory');

export function TheoryPage() {
  const { season } = route.useSearch();
  return (
    <CasePage title="Your Theory" season={season}>
      {(chosen) => (
        <Fetched
          query={theoryQuery(chosen)}
          label="Loading your theory"
          lines={10}
          failureTitle="We couldn’t load your theory."
        >
          {(theory) => <Theory season={chosen} reply={theory} />}
        </Fetched>
      )}
    </CasePage>
  );
}

function Theory({ season, reply }: { readonly season: string; readonly reply: TheoryReply }) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  if (reply.opened !== null || reply.sealedAt !== null) {
    return (
      <>
        <NoticeBoard notice={notice} />
        {reply.opened !== null && <OpenedTheory season={season} reply={reply} opened={reply.opened} />}
        {reply.opened === null && reply.sealedAt !== null && <SealedTheory reply={reply} sealedAt={reply.sealedAt} />}
      </>
    );
  }
  if (reply.who.length === 0) {
    return (
      <Sheet title="Too early">
        <p>You haven’t met anyone to suspect yet. The second letter will see to that.</p>
      </Sheet>
    );
  }
  return <TheoryForm season={season} reply={reply} onClosed={setNotice} />;
}

function shortDay(day: string): string {
  return day.replace(/^(\p{L}{3})\p{L}*/u, '$1').toUpperCase();
}

function SealedTheory({ reply, sealedAt }: { readonly reply: TheoryReply; readonly sealedAt: string }) {
  const on = formatDate(new Date(sealedAt));
  const [day = '', year = ''] = on.split(', ');
  return (
    <Sheet
      title="Sealed"
      kicker={on}
      aside={<Struck place="WICK HARBOR, ME." lines={['SEALED', shortDay(day), year]} />}
    >
      <Stack>
        <p>
          {`This is what you thought when ${lettersInWords(reply.sealedWith ?? 0)} had arrived. We open your theory when letter 24 has arrived. Nobody can change it, not even us.`}
        </p>
        <DefinitionList items={PARTS.map((part) => ({ term: ASKS[part], detail: chosenLabel(reply, part) }))} />
        {reply.theory.words !== '' && <p className={styles.said}>{reply.theory.words}</p>}
      </Stack>
    </Sheet>
  );
}
