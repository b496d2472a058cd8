import { createLink } from '@tanstack/react-router';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonLink } from '../ui/button.tsx';

export const AppButtonLink = createLink(ButtonLink);
export const AppBackLink = createLink(BackLink);
