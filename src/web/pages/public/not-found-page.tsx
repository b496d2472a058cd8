import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextPage } from './text-page.tsx';

export function NotFoundPage() {
  return (
    <TextPage title="Page not found" kicker="404">
      <p>This page doesn’t exist. If you followed a link, the link may be wrong or out of date.</p>
      <p>We tried the door. Nobody of that name has ever lived here, and the neighbors would rather not say who did.</p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to home</ButtonLink>{' '}
        <ButtonLink variant="quiet" href={PUBLIC_PATHS.support}>
          Contact support
        </ButtonLink>
      </p>
    </TextPage>
  );
}
