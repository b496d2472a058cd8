import { useState } from 'react';
import { refundSubscription, type SubscriptionDetail } from '../../../contract/operator/people.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { call } from '../../app/api.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice-board.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from './console.module.css';
import { AskingButton, Question } from './deed.tsx';
import { EventList } from './event-list.tsx';
import { LogEntry } from './log-entry.tsx';
import { PieceEntry } from './piece-entry.tsx';
import { dayInWords, instantInWords } from './words.ts';

interface DetailProps {
  readonly detail: SubscriptionDetail;
}

/** One subscription from its first charge to its last letter. */
export function Subscription({ detail }: DetailProps) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const { summary, pieces, events, log } = detail;
  return (
    <>
      <h1>{`${summary.seasonName}, ${PLANS[summary.planType].name.toLowerCase()}`}</h1>
      <NoticeBoard notice={notice} />
      <Sheet title="Where it stands">
        <Stack>
          <DefinitionList items={factsOf(detail)} />
          {detail.guarantee.open && detail.refundRequestedAt === null && <Refund detail={detail} onDone={setNotice} />}
        </Stack>
      </Sheet>
      <Sheet title="Money">
        <Invoices detail={detail} />
      </Sheet>
      <Sheet title="Letters">
        {pieces.length === 0 ? (
          <p>Nothing has been sealed yet.</p>
        ) : (
          <ul className={styles.list}>
            {pieces.map((piece) => (
              <li key={piece.id} className={styles.entry}>
                <PieceEntry piece={piece} />
              </li>
            ))}
          </ul>
        )}
      </Sheet>
      <Sheet title="What happened to them">
        <EventList events={events} empty="Nothing out of the ordinary." />
      </Sheet>
      <Sheet title="What operators did">
        {log.length === 0 ? (
          <p>Nobody has laid a hand on it.</p>
        ) : (
          <ul className={styles.list}>
            {log.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <LogEntry entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Sheet>
    </>
  );
}

function factsOf(detail: SubscriptionDetail) {
  const { summary, provider, guarantee, address } = detail;
  const held = detail.mailHeldAt === null ? 'Goes out' : `Held since ${instantInWords(detail.mailHeldAt)}`;
  return [
    { term: 'Status', detail: summary.status.replace('_', ' ') },
    { term: 'Paid for from', detail: dayInWords(summary.serviceStart) },
    { term: 'Letters go to', detail: address.join(', ') },
    { term: 'Mail', detail: detail.refundRequestedAt === null ? held : 'Ended with the refund' },
    { term: '30-day guarantee', detail: guaranteeInWords(guarantee) },
    {
      term: 'At the provider',
      detail:
        provider === null
          ? 'Not heard of yet'
          : `${provider.rawStatus}, period ends ${instantInWords(provider.currentPeriodEnd)}`,
    },
    { term: 'Provider’s id', detail: detail.stripeSubscriptionId },
    ...detail.holds
      .filter(({ liftedAt }) => liftedAt === null)
      .map(({ fromLetter, resumeOn }) => ({
        term: `On hold from letter ${fromLetter}`,
        detail: `Until ${dayInWords(resumeOn)}`,
      })),
    ...detail.disputes.map(({ status, reason, amountCents }) => ({
      term: 'Disputed',
      detail: `${formatUsd(amountCents)}, ${reason}, ${status}`,
    })),
  ];
}

function guaranteeInWords({ open, lastDay }: SubscriptionDetail['guarantee']): string {
  if (lastDay === null) return 'Open; nothing has been mailed yet';
  return `${open ? 'Open until' : 'Ended on'} ${dayInWords(lastDay)}`;
}

function Refund({ detail, onDone }: DetailProps & { readonly onDone: (notice: BoardNotice) => void }) {
  const [note, setNote] = useState('');
  const paid = detail.invoices.reduce((sum, { totalCents, status }) => sum + (status === 'paid' ? totalCents : 0), 0);
  return (
    <div>
      <AskingButton label="Give It Back" title="Give this season back?">
        {(close) => (
          <Question
            yes="Give It Back"
            deed={() => call(refundSubscription, { params: { id: detail.summary.id }, body: { note } })}
            onClose={close}
            onDone={({ refundedCents }) =>
              onDone({
                tone: 'success',
                text: `${formatUsd(refundedCents)} given back. No charge and no letter follows.`,
              })
            }
          >
            <p>{`Everything paid, ${formatUsd(paid)}, goes back in full; the subscription and all its mail end at once. This cannot be taken back.`}</p>
            <TextField
              label="Why"
              hint="Kept in the log."
              maxLength={500}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Question>
        )}
      </AskingButton>
    </div>
  );
}

function Invoices({ detail: { invoices } }: DetailProps) {
  if (invoices.length === 0) return <p>Nothing has been charged.</p>;
  return (
    <ul className={styles.list}>
      {invoices.map(({ id, number, status, totalCents, refundedCents, createdAt }) => (
        <li key={id} className={styles.entry}>
          <div className={styles.what}>
            <span className={styles.title}>{formatUsd(totalCents)}</span>
            <span className={styles.small}>{`${number ?? id}, ${instantInWords(createdAt)}`}</span>
          </div>
          <span className={styles.typed}>
            {refundedCents > 0 ? `${status}, ${formatUsd(refundedCents)} given back` : status}
          </span>
        </li>
      ))}
    </ul>
  );
}
