import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Struck } from '../../ui/ornament.tsx';
import { TextPage } from './text-page.tsx';

const RETURNED = { place: 'RETURN TO SENDER', lines: ['404', 'NO SUCH', 'DOOR'] } as const;

export function NotFoundPage() {
  return (
    <TextPage title="No such address" kicker="404. Return to sender" aside={<Struck {...RETURNED} />}>
      <p>We tried the door. Nobody of that name has ever lived here, and the neighbors would rather not say who did.</p>
      <p>Perhaps the address was copied in a hurry. It happens to the best of witnesses.</p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to home</ButtonLink>{' '}
        <ButtonLink variant="quiet" href={PUBLIC_PATHS.support}>
          Contact support
        </ButtonLink>
      </p>
    </TextPage>
  );
}
