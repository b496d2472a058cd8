import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '../ui/button.tsx';

export const AppButtonLink = createLink(ButtonLink);
