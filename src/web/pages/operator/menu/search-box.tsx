import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from './menu.module.css';

export function SearchBox() {
  const navigate = useNavigate();
  const { q } = useSearch({ strict: false });
  const [text, setText] = useState(q ?? '');
  const [searched, setSearched] = useState(q);
  // After Back, the field shows the new query although it has the focus.
  if (searched !== q) {
    setSearched(q);
    setText(q ?? '');
  }
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void navigate({ to: CONSOLE_PATHS.search, search: { q: text.trim() } });
  }
  return (
    <search>
      <form onSubmit={submit}>
        <input
          type="search"
          className={styles.box}
          aria-label="Search subscribers"
          placeholder="Search"
          minLength={2}
          maxLength={200}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </search>
  );
}
