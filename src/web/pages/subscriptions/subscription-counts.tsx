import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PublicStatus } from '../../../domain/subscription.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { NumberedSubscription } from './numbered-subscription.ts';

export function SubscriptionCounts({ owned }: { readonly owned: readonly NumberedSubscription[] }) {
  const count = (wanted: PublicStatus) => owned.filter(({ status }) => status === wanted).length;
  return (
    <Sheet
      title="Overview"
      aside={
        <AppButtonLink to={APP_PATHS.seasonSelection} variant="secondary">
          + Add Season
        </AppButtonLink>
      }
    >
      <DefinitionList
        layout="figures"
        items={[
          { term: 'Active', detail: count('active') },
          { term: 'Cancelled', detail: count('cancelled') },
          { term: 'Completed', detail: count('completed') },
        ]}
      />
    </Sheet>
  );
}
