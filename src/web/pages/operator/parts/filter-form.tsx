import { Link, useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { type SyntheticEvent, useId, useState } from 'react';
import type { ConsolePath } from '../../../../contract/site-paths.ts';
import { counted, plainWords } from './words.ts';
import styles from './filter-form.module.css';

export type ListSearch = Readonly<Record<string, string>>;

/** Leaves out empty values. */
export function askedOf(search: Readonly<Record<string, unknown>>): ListSearch {
  return Object.fromEntries(
    Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
  );
}

type Choices = readonly (readonly [value: string, words: string])[];

export interface FilterField {
  readonly name: string;
  readonly label: string;
  /** With choices a select; otherwise a text or a day. */
  readonly choices?: Choices;
  /** The words of a select without a choice; by default 'any'. */
  readonly none?: string;
  readonly width?: number;
  /** In characters; by default 60. */
  readonly longest?: number;
  readonly day?: true;
}

export function asWords(values: readonly string[]): Choices {
  return values.map((value) => [value, plainWords(value)]);
}

interface FilterFormProps {
  readonly path: ConsolePath;
  readonly fields: readonly FilterField[];
  readonly search: ListSearch;
}

/** Filters are in the URL. Other parameters, such as the list's order, are kept. */
export function FilterForm({ path, fields, search }: FilterFormProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [cleared, setCleared] = useState(0);
  const isField = (name: string) => fields.some((field) => field.name === name);
  const others = Object.entries(search).filter(([name]) => !isField(name));
  const used = Object.keys(search).filter(isField).length;
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if ((event.nativeEvent as SubmitEvent).submitter !== null) setOpen(false);
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    );
    void navigate({ to: path, search: Object.fromEntries([...given, ...others]) });
  }
  return (
    <form className={styles.filters} aria-label="Filters" data-open={open} onSubmit={submit}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {used === 0 ? 'Filters' : counted(used, 'filter')}
      </button>
      {fields.map((field) => (
        <Filter key={`${field.name} ${cleared}`} {...field} value={search[field.name] ?? ''} />
      ))}
      <button type="submit">Filter</button>
      {Object.keys(search).length > 0 && (
        <Link to={path} onClick={() => setCleared(cleared + 1)}>
          Clear
        </Link>
      )}
    </form>
  );
}

interface FilterProps extends FilterField {
  readonly value: string;
}

function Filter({ name, label, choices, none = 'any', width, longest = 60, day, value }: FilterProps) {
  const id = useId();
  const [shown, setShown] = useState(value);
  const [typed, setTyped] = useState(value);
  // After Back, the field shows the filter of the new address.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        <input
          id={id}
          name={name}
          {...(day ? { type: 'date' } : { size: width, maxLength: longest })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      ) : (
        <select
          id={id}
          name={name}
          value={typed}
          onChange={({ target }) => {
            flushSync(() => setTyped(target.value));
            target.form?.requestSubmit();
          }}
        >
          <option value="">{none}</option>
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
    </span>
  );
}
