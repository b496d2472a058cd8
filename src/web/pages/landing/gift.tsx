import { GIFT_PLAN_PARAMETER, APP_PATHS } from '../../../contract/site-paths.ts';
import { PLAN_TYPES, PLANS } from '../../../domain/plans.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/checkbox.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { DialogCloser, DialogOpener, PlatformDialog } from '../../ui/platform-dialog.tsx';
import styles from './gift.module.css';

const DIALOG = 'gift';

export function GiftTag() {
  return (
    <div className={styles.tag}>
      <div>
        <h3>For someone else</h3>
        <p>
          The same letters at the same price, from a day you choose, with your message on a card in the first letter.
        </p>
      </div>
      <DialogOpener dialog={DIALOG}>Give as a gift</DialogOpener>
      <GiftDialog />
    </div>
  );
}

/** Needs no script, since the gift page reads the plan from its URL. */
function GiftDialog() {
  return (
    <PlatformDialog id={DIALOG} title="Give as a gift">
      <p>
        On the day you choose, we email the recipient about the gift, unless you’d rather tell them yourself. The
        letters follow over twelve months. Gifts go to addresses in the United States, Canada, the United Kingdom and
        Australia.
      </p>
      <form name="gift" className={styles.form} action={APP_PATHS.giftSubscription}>
        <FieldGroup legend="How would you like to pay?">
          {PLAN_TYPES.map((type) => (
            <Choice
              key={type}
              name={GIFT_PLAN_PARAMETER}
              value={type}
              defaultChecked={type === 'monthly'}
              label={PLANS[type].name}
              aside={`$${PLANS[type].priceCents / 100}`}
              hint={HINTS[type]}
            />
          ))}
        </FieldGroup>
        <DialogActions>
          <DialogCloser dialog={DIALOG}>Cancel</DialogCloser>
          <Button type="submit">Continue</Button>
        </DialogActions>
      </form>
    </PlatformDialog>
  );
}

const HINTS = {
  monthly: 'Charged each month for twelve months. Then it ends automatically.',
  annual: 'Charged once, for the whole season.',
} as const;
