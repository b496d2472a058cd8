import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import { SUBSCRIPTION_WORDS } from '../../../../contract/operator/constants.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import type { ListSearch } from './subscribers-page.tsx';
import styles from './subscribers.module.css';

type Choices = readonly (readonly [value: string, words: string])[];

const STATUSES: Choices = SUBSCRIPTION_WORDS.map((word) => [word, word.replaceAll('_', ' ')]);
const SELECTS: readonly (readonly [name: string, label: string, choices: Choices])[] = [
  ['status', 'Status', STATUSES],
  [
    'plan',
    'Plan',
    [
      ['monthly', 'monthly'],
      ['annual', 'annual'],
    ],
  ],
  [
    'gift',
    'Bought as',
    [
      ['own', 'own'],
      ['gift', 'gift'],
    ],
  ],
  ['failed', 'Payment', [['yes', 'failed']]],
  ['aside', 'Address', [['yes', 'set aside']]],
];
const TEXTS: readonly (readonly [name: string, label: string, width: number])[] = [
  ['season', 'Season', 9],
  ['country', 'Country', 4],
  ['state', 'State', 6],
  ['letter', 'Letters mailed', 4],
  ['tag', 'Tag', 9],
];

export function FilterForm({ search }: { readonly search: ListSearch }) {
  const navigate = useNavigate();
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    );
    const { sort, order } = search;
    const sorted = { ...(sort !== undefined && { sort }), ...(order !== undefined && { order }) };
    void navigate({ to: CONSOLE_PATHS.subscribers, search: { ...Object.fromEntries(given), ...sorted } });
  }
  return (
    <form className={styles.filters} aria-label="Filters" onSubmit={submit}>
      {SELECTS.map(([name, label, choices]) => (
        <Labelled key={name} label={label}>
          {(id) => (
            <select id={id} name={name} defaultValue={search[name] ?? ''}>
              <option value="">any</option>
              {choices.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      ))}
      {TEXTS.map(([name, label, width]) => (
        <Labelled key={name} label={label}>
          {(id) => <input id={id} name={name} size={width} maxLength={40} defaultValue={search[name] ?? ''} />}
        </Labelled>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <Labelled key={name} label={`Joined ${name}`}>
          {(id) => <input id={id} type="date" name={name} defaultValue={search[name] ?? ''} />}
        </Labelled>
      ))}
      <button type="submit">Filter</button>
      {Object.keys(search).length > 0 && <Link to={CONSOLE_PATHS.subscribers}>Clear</Link>}
    </form>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  );
}
