import { useState } from 'react';
import { addTag, getSubscriberTags, removeTag } from '../../../../contract/operator/customer.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ActionButton, useOperatorMutation } from '../parts/action-button.tsx';
import styles from './subscriber.module.css';

export function Tags({ id }: { readonly id: string }) {
  const params = { id };
  return (
    <Sheet title="Tags" titleId="tags">
      <Fetched query={queryOf(getSubscriberTags, { params })} label="Fetching the tags" lines={1}>
        {({ tags }) =>
          tags.length > 0 && (
            <ul className={styles.tags} aria-label="Tags">
              {tags.map(({ tag, operator }) => (
                <li key={tag} className={styles.tag} title={`Added by ${operator}`}>
                  {tag}
                  <ActionButton
                    label="Remove"
                    about={tag}
                    variant="quiet"
                    mutation={() => call(removeTag, { params, body: { tag } })}
                    said={`The tag “${tag}” is removed.`}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
      <AddTag id={id} />
    </Sheet>
  );
}

function AddTag({ id }: { readonly id: string }) {
  const [typed, setTyped] = useState('');
  const adding = useOperatorMutation((tag: string) => call(addTag, { params: { id }, body: { tag } }), {
    onDone: () => setTyped(''),
  });
  const failure = adding.error;
  const atField = failure instanceof ApiFailure ? failure.fields['tag'] : undefined;
  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault();
        if (!adding.isPending) adding.mutate(typed);
      }}
    >
      {failure !== null && atField === undefined && <Notice tone="error">{failure.message}</Notice>}
      <TextField
        label="New tag"
        error={atField}
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary" busy={adding.isPending}>
        Add tag
      </Button>
    </form>
  );
}
