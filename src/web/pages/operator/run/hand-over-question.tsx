import { type ReactNode, useState } from 'react';
import {
  type BatchReply,
  handOverRun,
  type HandOverReply,
  type RunDetailReply,
} from '../../../../contract/operator/fulfilment.ts';
import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { TextField } from '../../../ui/field.tsx';
import { type BoardNotice, Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import { postageQuery, pullQuery } from './run-queries.ts';
import styles from '../parts/console.module.css';
import { Question } from '../parts/action-button.tsx';
import { Pages } from '../parts/pages.tsx';
import { counted, dayInWords } from '../parts/words.ts';
import { useNow } from '../../../app/now.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';

interface HandOverQuestionProps {
  readonly run: string;
  readonly batch: number | null;
  readonly newest?: number | null;
  readonly printed: Pick<RunDetailReply['printed'], 'postDay'> & Pick<BatchReply, 'printedAt'>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const NO_DAY = 'Say on which day the post took it. It can’t be undone.';

export function HandOverQuestion({ run, batch, newest = null, printed, onClose, children }: HandOverQuestionProps) {
  const today = newYorkDate(useNow());
  const { postDay, printedAt } = printed;
  const isClosedSince = postDay < newYorkDate(new Date(printedAt));
  const [on, setOn] = useState<string>(isClosedSince ? today : postDay);
  return (
    <Question
      yes="The Post Has It"
      mutation={async () => {
        if (on === '') throw new ApiFailure('validation_failed', NO_DAY);
        return await call(handOverRun, { params: { id: run }, body: { batch, newest, on } });
      }}
      onClose={onClose}
      said={pulledInWords}
    >
      {children}
      {isClosedSince && (
        <Notice tone="warning">
          The post has been closed since these letters were printed. Hand over when it is open.
        </Notice>
      )}
      <TextField
        label="The post took it on"
        type="date"
        hint="Readers’ windows count from this day."
        max={today}
        required
        error={on === '' ? NO_DAY : undefined}
        value={on}
        onChange={({ target }) => setOn(target.value)}
      />
      <NewPostage run={run} on={on === '' ? today : on} />
      <section aria-labelledby="pull">
        <Stack>
          <h3 id="pull">To pull out of the pile</h3>
          <Pages
            query={pullQuery(run, batch, on === '' ? today : on)}
            label="Looking for envelopes that must not leave"
            empty="Nothing: everybody in it may have their letter."
            keyOf={({ code }) => code}
          >
            {({ code, letter }) => (
              <>
                <span className={styles.typed}>{code}</span>
                <span className={styles.small}>{`Letter ${letter}: refunded, or the payment is disputed`}</span>
              </>
            )}
          </Pages>
        </Stack>
      </section>
    </Question>
  );
}

/** Envelopes stamped by their packing sheets may need more postage on another day. */
function NewPostage({ run, on }: { readonly run: string; readonly on: string }) {
  const { data } = useQuery(postageQuery(run, on));
  if (!data?.toBuy || data.onSheetsCents === null || data.onSheetsCents === data.toBuy.totalCents) return null;
  return (
    <Notice tone="warning">
      {`By the rates of ${dayInWords(on)} everything unposted in this run needs ${formatUsd(data.toBuy.totalCents)}; its packing sheets say ${formatUsd(data.onSheetsCents)}. The run lists the stamps.`}
    </Notice>
  );
}

function pulledInWords({ pieces, pull }: HandOverReply): string | BoardNotice {
  const handedOver = `${counted(pieces, 'letter')} handed over.`;
  if (pull.length === 0) return handedOver;
  const codes = pull.map(({ code }) => code).join(', ');
  return {
    tone: 'warning',
    text: `${handedOver} Pull these out of the pile, their readers have been refunded or dispute: ${codes}. The history keeps the list.`,
  };
}
