import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ButtonLink, type ButtonVariant } from '../../ui/button.tsx';
import { WhenSignedIn, WhenSignedOut } from '../../ui/by-session.tsx';

/** rules/pages 6. */
export function SubscribeLink({ variant = 'primary' }: { readonly variant?: ButtonVariant }) {
  return (
    <>
      <WhenSignedOut>
        <ButtonLink variant={variant} href={APP_PATHS.signup}>
          Subscribe Now
        </ButtonLink>
      </WhenSignedOut>
      <WhenSignedIn>
        <ButtonLink variant={variant} href={APP_PATHS.seasonSelection}>
          Add Subscription
        </ButtonLink>
      </WhenSignedIn>
    </>
  );
}
