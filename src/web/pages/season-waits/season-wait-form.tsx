import { FORM_PATHS } from '../../../contract/site-paths.ts';
import type { Season } from '../../../domain/season.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Exact, Text } from '../../ui/text.tsx';
import styles from './season-waits.module.css';

interface SeasonWaitFormProps {
  readonly season: Season;
  readonly typed?: string | undefined;
  readonly own?: string | undefined;
}

/** The browser sends the form itself, so it needs no script. */
export function SeasonWaitForm({ season, typed, own }: SeasonWaitFormProps) {
  return (
    <form
      className={styles.form}
      method="post"
      action={FORM_PATHS.seasonWait}
      name={`tell-me-when-${season.id}`}
      aria-label={`Tell me when ${season.title} is on sale`}
    >
      <input type="hidden" name="season" value={season.id} />
      {own === undefined ? (
        <TextField
          id={`tell-me-when-${season.id}`}
          label="Your email address"
          hint="One email to confirm your email address, and one when the season is on sale. Nothing else."
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={255}
          defaultValue={typed}
        />
      ) : (
        <>
          <input type="hidden" name="email" value={own} />
          <p>
            <Text>We’ll email</Text> <Exact>{own}</Exact>:{' '}
            <Text>once to confirm your email address, and once when the season is on sale.</Text>
          </p>
        </>
      )}
      <Button fit variant="secondary" type="submit">
        Tell me when
      </Button>
    </form>
  );
}
