import { createLink } from '@tanstack/react-router';
import { PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonLink } from '../ui/button.tsx';

export const AppButtonLink = createLink(ButtonLink);
export const AppBackLink = createLink(BackLink);

export function HomeLink() {
  return (
    <p>
      <a href={PUBLIC_PATHS.home}>Back to home</a>
    </p>
  );
}
