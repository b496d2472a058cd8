import type { ReactNode } from 'react';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { TRANSIT_IN_WORDS } from '../../../domain/transit.ts';
import { AppBackLink } from '../../app/links.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';

interface ShippingLayoutProps {
  readonly search?: { readonly season?: string; readonly plan?: PlanType | undefined };
  readonly children: ReactNode;
}

export function ShippingLayout({ search = {}, children }: ShippingLayoutProps) {
  return (
    <CheckoutLayout
      steps={{ current: 2, names: SEASON_STEPS }}
      title="Where Do Your Letters Go?"
      lead="Enter the address for your letters."
      back={
        <AppBackLink to={APP_PATHS.seasonSelection} search={search}>
          Back
        </AppBackLink>
      }
      aside={{ onPhone: 'below', content: <PostalNotes /> }}
    >
      {children}
    </CheckoutLayout>
  );
}

export function ShippingStaticFrame() {
  return (
    <ShippingLayout>
      <Sheet title="Delivery address">
        <Skeleton label="Loading your addresses" lines={12} />
      </Sheet>
    </ShippingLayout>
  );
}

function PostalNotes() {
  return (
    <Sheet title="Delivery times" edge="airmail">
      <DefinitionList
        items={[
          { term: 'Shipping', detail: 'Free everywhere' },
          { term: 'Within the United States', detail: `${TRANSIT_IN_WORDS.domestic} after we mail a letter` },
          {
            term: 'Everywhere else',
            detail: `${TRANSIT_IN_WORDS.abroadFirst} for the first letter, ${TRANSIT_IN_WORDS.abroadLater} for each later one. The same times apply to ${TRANSIT_IN_WORDS.farPlaces}.`,
          },
          {
            term: 'If you move',
            detail:
              'Change the address under Profile. The page tells you which letter is the first to go to the new address.',
          },
        ]}
      />
    </Sheet>
  );
}
