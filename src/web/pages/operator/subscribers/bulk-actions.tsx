import { useState } from 'react';
import { type BulkAction, startBulkAction } from '../../../../contract/operator/bulk-actions.ts';
import { MOST_COUNTED } from '../../../../contract/operator/constants.ts';
import { listSubscriptions } from '../../../../contract/operator/subscription-list.ts';
import type { SubscriptionFilter } from '../../../../contract/operator/subscription-filter.ts';
import { addDays, newYorkDate } from '../../../../domain/calendar-date.ts';
import { LONGEST_HOLD_DAYS } from '../../../../domain/hold.ts';
import { call } from '../../../app/api.ts';
import { useNow } from '../../../app/now.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Correction, type CorrectionProps, NO_MONEY, type Noted } from '../parts/correction.tsx';
import { May } from '../parts/role.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { counted } from '../parts/words.ts';
import { EmailFields, type EmailValues } from './email-fields.tsx';
import styles from './subscribers.module.css';

interface Target {
  readonly filter: SubscriptionFilter;
  readonly count: number;
}

interface BulkActionsProps extends Target {
  readonly selected: ReadonlySet<string>;
  readonly onDone: () => void;
}

/** Applies to the selected subscriptions, or to all that match if none is selected. */
export function BulkActions({ filter, count, selected, onDone }: BulkActionsProps) {
  const isSome = selected.size > 0;
  const target = isSome ? { filter: { ids: [...selected].join(',') }, count: selected.size } : { filter, count };
  const isTooMany = !isSome && count > MOST_COUNTED;
  const whom = isSome
    ? `${selected.size} selected`
    : isTooMany
      ? 'all that match'
      : `all ${count.toLocaleString('en-US')} that match`;
  if (count === 0) return null;
  return (
    <May call="startBulkAction">
      <div className={styles.bulk}>
        <output>{`For ${whom}:`}</output>
        {isTooMany ? (
          <span>{`Filter them to ${MOST_COUNTED.toLocaleString('en-US')} at most to tag, hold or email them.`}</span>
        ) : (
          <>
            <TagAll target={target} onDone={onDone} />
            <HoldAll target={target} onDone={onDone} />
            <EmailAll target={target} onDone={onDone} />
          </>
        )}
        <SaveCsv
          label="Export"
          file="subscribers"
          queryKey={pagesOf(listSubscriptions, { query: target.filter }).queryKey}
          about={whom}
        />
      </div>
    </May>
  );
}

interface OneProps {
  readonly target: Target;
  readonly onDone: () => void;
}

type Chosen<Values> = Omit<CorrectionProps<Noted<Values>, BulkAction>, 'save' | 'said' | 'title'>;

function OnMany<Values extends object>({
  target,
  onDone,
  action,
  verb,
  ...correction
}: OneProps & Chosen<Values> & { readonly action: BulkAction['action']; readonly verb: string }) {
  // Keeps its value until one action succeeds, so that a repeated request is the same action.
  const [key, setKey] = useState(() => crypto.randomUUID());
  return (
    <Correction<Noted<Values>, BulkAction>
      {...correction}
      title={`${verb} ${counted(target.count, 'subscription')}?`}
      save={async (values) => {
        const started = await call(startBulkAction, { body: { key, action, ...target, ...values } });
        setKey(crypto.randomUUID());
        onDone();
        return started;
      }}
      said={({ subscriptions }) => `Started for ${counted(subscriptions, 'subscription')}. See “Bulk actions so far”.`}
    />
  );
}

function TagAll(props: OneProps) {
  return (
    <OnMany<{ tag: string }>
      {...props}
      action="tag"
      verb="Tag"
      label="Tag"
      yes="Add tag"
      follows={{ money: NO_MONEY, letters: 'They stay as they are.', email: 'None.' }}
      values={{ tag: '', note: '' }}
      fields={['tag']}
    >
      {(field) => <TextField label="Tag" maxLength={40} autoComplete="off" {...field('tag')} />}
    </OnMany>
  );
}

function HoldAll(props: OneProps) {
  const today = newYorkDate(useNow());
  return (
    <OnMany<{ resumeOn: string }>
      {...props}
      action="hold"
      verb="Hold the letters of"
      label="Hold letters"
      yes="Hold letters"
      follows={{
        money: 'Charges continue as before.',
        letters: 'From the first letter that is not sealed they wait, and resume after the hold. Gifts are skipped.',
        email: 'None. Tell the customers yourself.',
      }}
      values={{ resumeOn: '', note: '' }}
      fields={['resumeOn']}
    >
      {(field) => (
        <TextField
          label="Hold until"
          type="date"
          min={addDays(today, 1)}
          max={addDays(today, LONGEST_HOLD_DAYS)}
          {...field('resumeOn')}
        />
      )}
    </OnMany>
  );
}

function EmailAll(props: OneProps) {
  return (
    <OnMany<EmailValues>
      {...props}
      action="email"
      verb="Email"
      label="Email"
      yes="Send emails"
      follows={{
        money: NO_MONEY,
        letters: 'They stay as they are.',
        email: 'One each. Customers who turned off our emails, and addresses that bounce, are skipped.',
      }}
      values={{ subject: '', text: '', note: '' }}
      fields={['subject', 'text']}
    >
      {() => <EmailFields />}
    </OnMany>
  );
}
