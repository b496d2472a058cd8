import { useState } from 'react';
import {
  listBulkActions,
  listSkipped,
  startBulkAction,
  type BulkAction,
} from '../../../../contract/operator/bulk-actions.ts';
import type { SubscriptionFilter } from '../../../../contract/operator/subscription-filter.ts';
import { addDays, newYorkDate } from '../../../../domain/calendar-date.ts';
import { LONGEST_HOLD_DAYS } from '../../../../domain/hold.ts';
import { call } from '../../../app/api.ts';
import { useNow } from '../../../app/now.ts';
import { PagedList, pagesOf } from '../../../app/paged-list.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Correction, type CorrectionProps, NO_MONEY, type Noted } from '../parts/correction.tsx';
import { May } from '../parts/role.tsx';
import { counted, dayOf } from '../parts/words.ts';
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
  const whom = isSome ? `${selected.size} selected` : `all ${count.toLocaleString('en-US')} that match`;
  if (count === 0) return null;
  return (
    <May call="startBulkAction">
      <div className={styles.bulk}>
        <output>{`For ${whom}:`}</output>
        <TagAll target={target} onDone={onDone} />
        <HoldAll target={target} onDone={onDone} />
        <EmailAll target={target} onDone={onDone} />
      </div>
      <Disclosure summary="Bulk actions so far">
        <PagedList
          query={pagesOf(listBulkActions)}
          label="Fetching the bulk actions"
          empty="None yet. They are listed here with what was skipped."
          more="Show more"
        >
          {(items) => (
            <ul>
              {items.map((item) => (
                <li key={item.id}>
                  <Progress action={item} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Disclosure>
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
    <OnMany<{ subject: string; text: string }>
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
      {(field) => (
        <>
          <TextField label="Subject" maxLength={120} autoComplete="off" {...field('subject')} />
          <TextAreaField label="Text" rows={8} maxLength={5000} {...field('text')} />
        </>
      )}
    </OnMany>
  );
}

const ACTION_WORDS: Readonly<Record<BulkAction['action'], string>> = { tag: 'Tag', hold: 'Hold', email: 'Email' };

function Progress({
  action: { id, action, operator, note, subscriptions, done, skipped, startedAt },
}: {
  readonly action: BulkAction;
}) {
  const text = `${ACTION_WORDS[action]}, ${dayOf(startedAt)}, ${operator}: ${done} of ${counted(subscriptions, 'subscription')} done, ${skipped} skipped. ${note}`;
  return (
    <>
      <p>{text}</p>
      {skipped > 0 && (
        <Disclosure summary="Skipped">
          <PagedList
            query={pagesOf(listSkipped, { params: { id } })}
            label="Fetching the skipped ones"
            empty="None."
            more="Show more"
          >
            {(rows) => (
              <ul>
                {rows.map((row) => (
                  <li key={row.id}>{`${row.email}: ${row.reason}`}</li>
                ))}
              </ul>
            )}
          </PagedList>
        </Disclosure>
      )}
    </>
  );
}
