import { useNavigate, useLocation, useSearch } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import type { SearchHit } from '../../../../contract/operator/search.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { pageOfHit, SEARCH_HINT } from '../parts/search-hit.ts';
import styles from './search-box.module.css';
import { type Suggested, useSuggestions } from './use-suggestions.ts';

/** A combobox as in the ARIA Authoring Practices: the field keeps the focus while the arrow keys choose. */
export function SearchBox() {
  const navigate = useNavigate();
  const { text, setText } = useSearchedText();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const suggested = useSuggestions(text.trim(), isOpen);
  const hits = suggested?.hits ?? [];
  const chosen = hits[active];

  function type(typed: string): void {
    setText(typed);
    setActive(-1);
    setIsOpen(true);
  }
  function open(hit: SearchHit): void {
    setText('');
    setActive(-1);
    setIsOpen(false);
    field.current?.blur();
    void navigate({ to: CONSOLE_PATHS.subscriber, search: pageOfHit(hit) });
  }
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setIsOpen(false);
    if (chosen !== undefined) open(chosen);
    else void navigate({ to: CONSOLE_PATHS.search, search: { q: text.trim() } });
  }
  /** A press on the list moves the focus there, and the list stays open. */
  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') setIsOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    setActive(stepped(active, step, hits.length));
  }
  return (
    <search className={styles.search} onBlur={leave}>
      <form onSubmit={submit}>
        <input
          ref={field}
          role="combobox"
          className={styles.box}
          aria-label="Search subscribers"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={id}
          aria-activedescendant={chosen && `${id}-${active}`}
          placeholder="Name, email, street…"
          autoComplete="off"
          enterKeyHint="search"
          minLength={2}
          maxLength={200}
          required
          value={text}
          onChange={({ target }) => type(target.value)}
          onFocus={() => setIsOpen(text === '')}
          onKeyDown={press}
        />
      </form>
      <div className={styles.suggestions} hidden={!isOpen}>
        <Suggestions {...{ id, hits, active }} onChoose={open} />
        <output className={styles.said}>{isOpen && saidOf(text.trim(), suggested)}</output>
      </div>
    </search>
  );
}

/** On the results' page, Back and links change the text. Other pages' filters aren't searched for. */
function useSearchedText() {
  const { q = '' } = useSearch({ strict: false });
  const isResults = useLocation({ select: ({ pathname }) => pathname === CONSOLE_PATHS.search });
  const asked = isResults ? q : '';
  const [text, setText] = useState(asked);
  const [searched, setSearched] = useState(asked);
  if (searched !== asked) {
    setSearched(asked);
    setText(asked);
  }
  return { text, setText };
}

/** After the last hit, none is chosen, then the first. */
function stepped(active: number, step: number, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

function saidOf(text: string, suggested: Suggested | undefined): string {
  if (text.length < 2) return SEARCH_HINT;
  if (suggested === undefined) return '';
  if (suggested.hits.length === 0) return `Nothing matches “${text}”.`;
  return suggested.more ? 'Press Enter for all results.' : '';
}

interface SuggestionsProps {
  readonly id: string;
  readonly hits: readonly SearchHit[];
  readonly active: number;
  readonly onChoose: (hit: SearchHit) => void;
}

function Suggestions({ id, hits, active, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" tabIndex={-1}>
      {hits.map((hit, index) => (
        <div
          key={hit.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={styles.hit}
          onClick={() => onChoose(hit)}
        >
          <span className={styles.name}>{hit.name ?? hit.email}</span>
          <span className={styles.kind}>{hit.kind}</span>
          <span className={styles.found}>{hit.found}</span>
        </div>
      ))}
    </div>
  );
}
