import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { deleteFilter, listSavedFilters, saveFilter } from '../../../../contract/operator/subscription-list.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { call } from '../../../app/api.ts';
import { queryOf } from '../../../app/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import { ActionButton, ConfirmButton, useOperatorMutation } from '../parts/action-button.tsx';
import type { ListSearch } from '../parts/filter-form.tsx';
import styles from './subscribers.module.css';

export function SavedFilters({ search }: { readonly search: ListSearch }) {
  const { data } = useQuery(queryOf(listSavedFilters));
  const query = new URLSearchParams(search).toString();
  const current = data?.filters.find((filter) => filter.query === query);
  return (
    <div className={styles.saved}>
      {data?.filters.map(({ id, name, query: saved }) => (
        <Link
          key={id}
          to={CONSOLE_PATHS.subscribers}
          search={Object.fromEntries(new URLSearchParams(saved))}
          {...(saved === query && { 'aria-current': 'true' })}
        >
          {name}
        </Link>
      ))}
      {current === undefined && query !== '' && (
        <ConfirmButton label="Save Filter" title="Save this filter">
          {(close) => <SaveForm query={query} onClose={close} />}
        </ConfirmButton>
      )}
      {current !== undefined && (
        <ActionButton
          label="Delete Filter"
          about={current.name}
          variant="quiet"
          mutation={() => call(deleteFilter, { params: { id: current.id } })}
        />
      )}
    </div>
  );
}

function SaveForm({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const saving = useOperatorMutation(() => call(saveFilter, { body: { name, query } }), { onClose });
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    saving.mutate(undefined);
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>The filter is saved for you alone. A filter of the same name is replaced.</p>
        <TextField label="Name" maxLength={60} required value={name} onChange={({ target }) => setName(target.value)} />
        {saving.error && <Notice tone="error">{saving.error.message}</Notice>}
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
