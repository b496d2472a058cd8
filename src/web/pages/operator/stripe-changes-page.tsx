import { listStripeChanges } from '../../../contract/operator/stripe-changes.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { ActionBoard } from './parts/action-button.tsx';
import { ListSheet } from './parts/pages.tsx';
import { StripeChangeEntry } from './parts/stripe-change-entry.tsx';

export function StripeChangesPage() {
  return (
    <ActionBoard>
      <h1>Changed in Stripe</h1>
      <ListSheet
        title="Changes to look at"
        query={pagesOf(listStripeChanges)}
        label="Fetching the changes"
        empty="Nothing changed in Stripe has to be looked at."
      >
        {(change) => <StripeChangeEntry change={change} />}
      </ListSheet>
    </ActionBoard>
  );
}
