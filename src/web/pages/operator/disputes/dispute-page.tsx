import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  acceptDispute,
  type DisputeDetail,
  getDispute,
  printDisputeEvidence,
  submitDisputeEvidence,
} from '../../../../contract/operator/disputes.ts';
import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../../contract/operator/roles.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { saveFile } from '../../../app/save-file.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard, QuestionButton, RequestButton } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { FileLink } from '../parts/entry.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { useRole } from '../parts/role.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { momentInWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/dispute');

export function DisputePage() {
  const { dispute } = route.useLoaderData();
  return (
    <Fetched
      query={queryOf(getDispute, { params: { id: dispute } })}
      heading={<h1>Dispute</h1>}
      label="Fetching the dispute"
      lines={8}
    >
      {(detail) => <Dispute detail={detail} />}
    </Fetched>
  );
}

function Dispute({ detail }: { readonly detail: DisputeDetail }) {
  const { id, amountCents, owner, name, evidence } = detail;
  const [isAnswered, setIsAnswered] = useState(false);
  const answer = () => setIsAnswered(true);
  return (
    <>
      <h1>{`${name ?? owner}: dispute over ${formatUsd(amountCents)}`}</h1>
      <ActionBoard>
        <Sheet title="Dispute">
          <Stack>
            <DefinitionList items={factsOf(detail)} />
            <div className={styles.buttons}>
              {detail.canSubmit && !isAnswered && <Submit detail={detail} onDone={answer} />}
              {detail.canAccept && !isAnswered && <Accept detail={detail} onDone={answer} />}
              <RequestButton label="Download evidence" about="one PDF" request={() => download(id)} />
            </div>
            {detail.canSubmit && isAnswered && <p>The response is sent. Loading the new status.</p>}
          </Stack>
        </Sheet>
        {evidence.slice(1).map(({ heading, rows }) => (
          <Sheet key={heading} title={heading}>
            <EvidenceTable heading={heading} rows={rows} />
          </Sheet>
        ))}
      </ActionBoard>
    </>
  );
}

function factsOf({ id, subscriptionId, owner, name, dueBy, createdAt, canSubmit, ...detail }: DisputeDetail) {
  const { operator, explanation, payment } = detail;
  return [
    {
      term: 'Customer',
      detail: <FileLink subscription={subscriptionId}>{name === null ? owner : `${name}, ${owner}`}</FileLink>,
    },
    payment && { term: 'Payment', detail: <Payment {...payment} /> },
    { term: 'Reason', detail: detail.reasonInWords },
    { term: 'Status', detail: detail.statusInWords },
    dueBy === null ? null : { term: canSubmit ? 'Respond by' : 'Response was due', detail: momentInWords(dueBy) },
    { term: 'Opened', detail: momentInWords(createdAt) },
    operator === null ? null : { term: 'Response', detail: `${responseInWords(detail)}, by ${operator}` },
    explanation ? { term: 'What happened', detail: <span className={styles.lines}>{explanation}</span> } : null,
    { term: 'At Stripe', detail: <StripeLink id={id} /> },
  ];
}

function responseInWords({ accepted, submittedAt }: Pick<DisputeDetail, 'accepted' | 'submittedAt'>): string {
  if (submittedAt === null) return accepted ? 'Being accepted at Stripe' : 'Evidence is being submitted to Stripe';
  return `${accepted ? 'Accepted' : 'Evidence submitted'} ${momentInWords(submittedAt)}`;
}

function Payment({ id, number, amountCents, paidAt }: NonNullable<DisputeDetail['payment']>) {
  return (
    <>
      {`${formatUsd(amountCents)}${paidAt === null ? '' : `, paid ${momentInWords(paidAt)}`}, invoice `}
      <StripeLink id={id}>{number ?? id}</StripeLink>
    </>
  );
}

type Section = DisputeDetail['evidence'][number];

function EvidenceTable({ heading, rows }: Section) {
  return (
    <section className={styles.scroll} aria-label={`Table of ${heading.toLowerCase()}`} tabIndex={0}>
      <table className={`${styles.table} ${styles.facts}`}>
        <tbody>
          {rows.map(({ term, detail }, index) => (
            <tr key={index}>
              <th scope="row">{term}</th>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface AnswerProps {
  readonly detail: DisputeDetail;
  readonly onDone: () => void;
}

function Submit({ detail: { id, amountCents }, onDone }: AnswerProps) {
  const [explanation, setExplanation] = useState('');
  return (
    <QuestionButton
      label="Submit evidence"
      variant="primary"
      title="Submit the evidence?"
      yes="Submit evidence"
      working="Sending the evidence to Stripe. This takes a few seconds."
      onDone={onDone}
      mutation={() => call(submitDisputeEvidence, { params: { id }, body: { explanation } })}
      said={({ submittedAt }) =>
        submittedAt === null
          ? 'No answer from Stripe yet. The evidence is submitted automatically within minutes.'
          : 'The evidence is submitted. The bank decides, usually within three months.'
      }
    >
      <p>{`The evidence below goes to the bank as one PDF. It can be submitted once and can't be changed afterwards. The bank keeps the ${formatUsd(amountCents)} until it decides. The letters stay on hold.`}</p>
      <TextAreaField
        label="What happened"
        hint="Optional. The bank reads this first."
        optional
        rows={4}
        maxLength={2000}
        value={explanation}
        onChange={({ target }) => setExplanation(target.value)}
      />
    </QuestionButton>
  );
}

function Accept({ detail: { id, amountCents }, onDone }: AnswerProps) {
  const isOwner = useRole() === 'owner';
  if (!isOwner && amountCents > SUPPORT_REFUND_LIMIT_CENTS) return null;
  return (
    <QuestionWithNote
      label="Accept dispute"
      title="Accept this dispute?"
      yes="Accept dispute"
      consequence={`Money: the customer keeps the ${formatUsd(amountCents)}, and Stripe keeps its fee. The subscription ends, and nothing more is charged. Letters: none follow. Email: the customer gets one that says so. No evidence can be submitted afterwards. This can’t be undone.`}
      onDone={onDone}
      mutation={(note) => call(acceptDispute, { params: { id }, body: { note } })}
      said={({ submittedAt }) =>
        submittedAt === null
          ? 'No answer from Stripe yet. The dispute is accepted automatically within minutes.'
          : 'The dispute is accepted. The subscription has ended.'
      }
    />
  );
}

async function download(id: string): Promise<void> {
  const { fileName, pdfBase64 } = await call(printDisputeEvidence, { params: { id } });
  const bytes = Uint8Array.from(atob(pdfBase64), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName);
}
