import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchReply, RunReply } from '../../../../contract/operator/fulfilment.ts';
import {
  callBackFromPrinter,
  getPrinterBatch,
  listPrinterLetters,
  type PrinterBatchReply,
  sendToPrinter,
  sendToPrinterAgain,
} from '../../../../contract/operator/printer.ts';
import { addDays, newYorkDate } from '../../../../domain/calendar-date.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { useNow } from '../../../app/now.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { TextField } from '../../../ui/field.tsx';
import { Notice, TryAgain } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { ActionButton, ConfirmButton, Question, QuestionButton } from '../parts/action-button.tsx';
import { Entry, FileLink } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { counted, dayInWords, eventInWords } from '../parts/words.ts';

interface PrinterBatchProps {
  readonly run: RunReply;
  readonly batch: BatchReply;
}

const WHILE_SENDING_MS = 3_000;

function printerQuery(params: { readonly id: string; readonly batch: string }) {
  return queryOptions({
    ...queryOf(getPrinterBatch, { params }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.sent ?? null) ? WHILE_SENDING_MS : false),
  });
}

function isUnderWay(sent: PrinterBatchReply['sent']): boolean {
  return (sent?.letters['to_send'] ?? 0) + (sent?.letters['calling_back'] ?? 0) > 0;
}

/** A batch at an external printer; nothing if no printer is connected (rules/fulfilment 75). */
export function PrinterBatch({ run, batch }: PrinterBatchProps) {
  const params = { id: run.id, batch: String(batch.number) };
  const printer = useQuery(printerQuery(params));
  if (printer.isError && printer.data === undefined) {
    return (
      <TryAgain busy={printer.isFetching} onRetry={() => void printer.refetch()}>
        {printer.error.message}
      </TryAgain>
    );
  }
  const { quote = null, sent = null } = printer.data ?? {};
  if (sent !== null) return <AtPrinter params={params} sent={sent} />;
  if (quote === null) return null;
  if (quote.cards > 0) {
    return (
      <p
        className={styles.small}
      >{`A gift’s card goes with ${counted(quote.cards, 'letter')}, and no printer encloses it: this batch is printed here.`}</p>
    );
  }
  return (
    <div className={styles.heading}>
      <span
        className={styles.small}
      >{`Or somebody else prints and mails it: ${counted(quote.letters, 'letter')}, ${formatUsd(quote.cents)}.`}</span>
      <ConfirmButton
        label="Send to Printer"
        about={`batch ${batch.number}`}
        variant="quiet"
        title={`Send batch ${batch.number} to the printer?`}
      >
        {(close) => <SendQuestion params={params} quote={quote} onClose={close} />}
      </ConfirmButton>
    </div>
  );
}

interface Params {
  readonly params: { readonly id: string; readonly batch: string };
}

interface SendQuestionProps extends Params {
  readonly quote: NonNullable<PrinterBatchReply['quote']>;
  readonly onClose: () => void;
}

function SendQuestion({ params, quote, onClose }: SendQuestionProps) {
  const tomorrow = addDays(newYorkDate(useNow()), 1);
  const [sendOn, setSendOn] = useState<string>(tomorrow);
  return (
    <Question
      yes="Send It"
      mutation={() => call(sendToPrinter, { params, body: { sendOn, cents: quote.cents } })}
      onClose={onClose}
      said={`Sent: ${counted(quote.letters, 'letter')} for ${formatUsd(quote.cents)}.`}
    >
      <p>{`${counted(quote.letters, 'letter')} for ${formatUsd(quote.cents)}. The printer prints pages alone: what your letters enclose besides stays with you.`}</p>
      <TextField
        label="The printer mails them on"
        type="date"
        hint="Until that day they can be called back."
        min={tomorrow}
        value={sendOn}
        onChange={({ target }) => setSendOn(target.value)}
      />
    </Question>
  );
}

const STATES = [
  ['accepted', 'accepted'],
  ['to_send', 'on the way there'],
  ['refused', 'refused'],
  ['dropped', 'dropped after it was accepted'],
  ['calling_back', 'being called back'],
  ['called_back', 'called back'],
] as const;

function AtPrinter({ params, sent }: Params & { readonly sent: NonNullable<PrinterBatchReply['sent']> }) {
  const { letters } = sent;
  const missing = (letters['refused'] ?? 0) + (letters['dropped'] ?? 0);
  const counts = STATES.filter(([state]) => (letters[state] ?? 0) > 0).map(
    ([state, words]) => `${(letters[state] ?? 0).toLocaleString('en-US')} ${words}`,
  );
  return (
    <Stack>
      <div className={styles.heading}>
        <output className={styles.what}>
          {`At the printer for ${formatUsd(sent.cents)}, mailed on ${dayInWords(sent.sendOn)}. Letters: ${counts.join(', ')}.`}
        </output>
        {sent.canCallBack && (
          <QuestionButton
            label="Call Back"
            about={`batch ${params.batch}`}
            variant="quiet"
            title="Call it back from the printer?"
            yes="Call Back"
            mutation={() => call(callBackFromPrinter, { params })}
            said="It is being called back. Once every letter is, take the print back and print it here."
          >
            <p>The printer will mail none of its letters, and charge for none.</p>
          </QuestionButton>
        )}
      </div>
      {missing > 0 && <Missing params={params} letters={letters} />}
    </Stack>
  );
}

function Missing({ params, letters }: Params & { readonly letters: Readonly<Record<string, number>> }) {
  const states = (['dropped', 'refused'] as const).filter((state) => (letters[state] ?? 0) > 0);
  const missing = states.reduce((sum, state) => sum + (letters[state] ?? 0), 0);
  return (
    <>
      <Notice tone="warning" title={`The printer lacks ${counted(missing, 'letter')}`}>
        <Stack>
          <p>
            The batch cannot be handed over before it has each of them. Correct what it refused, and order them anew.
          </p>
          <div>
            <ActionButton
              label="Order Again"
              about={`batch ${params.batch}`}
              mutation={() => call(sendToPrinterAgain, { params })}
              said={`${counted(missing, 'letter')} ordered again.`}
            />
          </div>
        </Stack>
      </Notice>
      {states.map((state) => (
        <Pages
          key={state}
          query={pagesOf(listPrinterLetters, { params, query: { state } })}
          label={`Fetching the letters ${state}`}
          empty="None any more."
        >
          {({ recipient, subscriptionId, letter, code, failure }) => (
            <Entry
              title={
                subscriptionId === null ? (
                  'A letter that was withdrawn'
                ) : (
                  <FileLink subscription={subscriptionId}>{recipient}</FileLink>
                )
              }
              notes={[`${letter === null ? '' : `Letter ${letter}: `}${eventInWords(state).toLowerCase()}`, failure]}
              mark={code ?? undefined}
            />
          )}
        </Pages>
      ))}
    </>
  );
}
