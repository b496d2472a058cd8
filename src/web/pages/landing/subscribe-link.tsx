import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { ButtonLink, type ButtonVariant } from '../../ui/button.tsx';
import { WhenSignedIn, WhenSignedOut } from '../../ui/when-signed-in.tsx';

interface SubscribeLinkProps {
  readonly variant?: ButtonVariant;
  /** The plan of this ticket, passed on to the payment page (rules/checkout 4). */
  readonly plan?: PlanType;
}

export function SubscribeLink({ variant = 'primary', plan }: SubscribeLinkProps) {
  const search = plan === undefined ? '' : `?plan=${plan}`;
  return (
    <>
      <WhenSignedOut>
        <ButtonLink variant={variant} href={APP_PATHS.signup + search}>
          Subscribe Now
        </ButtonLink>
      </WhenSignedOut>
      <WhenSignedIn>
        <ButtonLink variant={variant} href={APP_PATHS.seasonSelection + search}>
          Add Subscription
        </ButtonLink>
      </WhenSignedIn>
    </>
  );
}
