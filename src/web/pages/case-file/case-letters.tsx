import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CaseFileReply, type CaseLetter, confirmCaseLetter } from '../../../contract/case-file.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { call } from '../../app/api.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { SITE } from '../../app/site.ts';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, Notice, NoticeBoard } from '../../ui/notice.tsx';
import { mailingDays, shortDay, shortSpan } from '../letters/letter-words.ts';
import { cacheCaseFile } from './case-queries.ts';
import styles from './case-file.module.css';
import { ReportMissingDialog } from './report-missing-dialog.tsx';

export function CaseLetters({ file }: { readonly file: CaseFileReply }) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const [missing, setMissing] = useState<CaseLetter | null>(null);
  if (file.letters.length === 0) return <p>No letter was mailed, and none will be.</p>;
  return (
    <>
      <ReportMissingDialog file={file} missing={missing} onClose={() => setMissing(null)} onDone={setNotice} />
      <NoticeBoard notice={notice} />
      {file.paused && file.letters.some(({ state }) => state === 'to_come') && <Paused />}
      <ol className={styles.letters}>
        {file.letters.map((letter) => (
          <li key={letter.letter} className={styles.letter} data-readable={letter.readable}>
            <Entry season={file.seasonId} letter={letter} paused={file.paused} onMissing={() => setMissing(letter)} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Shown to payers and to recipients of gifts, so it must not mention the payment. */
function Paused() {
  return (
    <Notice tone="info" title="No letters are being mailed right now.">
      <p>
        Letters of this season are on hold. You can still read those that arrived. To find out why, email us:{' '}
        {SITE.supportEmail}.
      </p>
    </Notice>
  );
}

interface AnswersProps {
  readonly season: string;
  readonly letter: CaseLetter;
  readonly onMissing: () => void;
}

interface EntryProps extends AnswersProps {
  readonly paused: boolean;
}

function Entry({ season, letter, paused, onMissing }: EntryProps) {
  const { letter: number, readable, title, writer, openedAt } = letter;
  return (
    <>
      <span className={styles.envelope} aria-hidden="true">
        {number}
      </span>
      <div className={styles.words}>
        {readable ? (
          <Link
            to={APP_PATHS.accountCaseLetter}
            search={{ season, letter: String(number) }}
            className={styles.title}
            preload={false}
          >
            {`Letter ${number}: ${title ?? ''}`}
          </Link>
        ) : (
          <span className={styles.title}>{`Letter ${number}`}</span>
        )}
        <span className={styles.state}>
          {[
            readable ? writer : null,
            paused && letter.state === 'to_come' ? 'on hold' : STATE_WORDS[letter.state](letter),
            readable && openedAt === null ? 'not opened here yet' : null,
          ]
            .filter((words) => words !== null)
            .flatMap((words, index, { length }) => [
              <span key={words}>{index < length - 1 ? `${words}\u{a0}·` : words}</span>,
              ' ',
            ])}
        </span>
        {readable && openedAt === null && (
          <AppButtonLink
            fit
            variant="secondary"
            to={APP_PATHS.accountCaseLetter}
            search={{ season, letter: String(number) }}
            preload={false}
          >
            {`Open letter ${number} here`}
          </AppButtonLink>
        )}
      </div>
      {/* Older letters are confirmed in the calendar on the account's overview. */}
      {letter.state !== 'come' && (letter.canConfirm || letter.canReportMissing) && (
        <Answers season={season} letter={letter} onMissing={onMissing} />
      )}
    </>
  );
}

const STATE_WORDS = {
  to_come: (letter) => `to be mailed ${mailingDays(letter).short}`,
  in_the_post: ({ deliveryWindow }) => `in the mail, expected ${shortSpan(deliveryWindow)}`,
  overdue: ({ handedOverOn, deliveryWindow }) =>
    `mailed ${shortDay(handedOverOn ?? deliveryWindow.earliest)}, should have arrived`,
  come: ({ handedOverOn, deliveryWindow }) => `mailed ${shortDay(handedOverOn ?? deliveryWindow.earliest)}`,
  lost: () => 'lost in the mail',
  sending_again: () => 'being mailed again',
  asked: () => 'we’re looking into it',
  returned: () => 'returned to us',
} as const satisfies Record<CaseLetter['state'], (letter: CaseLetter) => string>;

function Answers({ season, letter, onMissing }: AnswersProps) {
  const { letter: number, canConfirm, canReportMissing } = letter;
  const confirm = useMutation({
    mutationFn: () => call(confirmCaseLetter, { params: { season, letter: number } }),
    onSuccess: cacheCaseFile,
  });
  return (
    <div className={styles.answers}>
      {confirm.isError && <Notice tone="error">{confirm.error.message}</Notice>}
      {canConfirm && (
        <Button
          variant="secondary"
          busy={confirm.isPending}
          aria-label={`It arrived: letter ${number}`}
          onClick={() => confirm.mutate()}
        >
          It arrived
        </Button>
      )}
      {canReportMissing && (
        <Button variant="quiet" aria-label={`It hasn’t arrived: letter ${number}`} onClick={onMissing}>
          It hasn’t arrived
        </Button>
      )}
    </div>
  );
}
