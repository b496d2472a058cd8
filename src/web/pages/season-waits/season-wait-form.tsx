import { FORM_PATHS } from '../../../contract/site-paths.ts';
import type { Season } from '../../../domain/season.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './season-waits.module.css';

/** Sent by the browser itself: it needs no script. */
export function SeasonWaitForm({ season, typed }: { readonly season: Season; readonly typed?: string | undefined }) {
  return (
    <form
      className={styles.form}
      method="post"
      action={FORM_PATHS.seasonWait}
      name={`tell-me-when-${season.id}`}
      aria-label={`Tell me when ${season.title} is on sale`}
    >
      <input type="hidden" name="season" value={season.id} />
      <TextField
        id={`tell-me-when-${season.id}`}
        label="Your email address"
        hint="One email to confirm your address, and one when it’s on sale. Nothing else."
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={255}
        defaultValue={typed}
      />
      <Button fit variant="secondary" type="submit">
        Tell me when
      </Button>
    </form>
  );
}
