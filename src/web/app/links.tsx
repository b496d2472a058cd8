import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '../ui/button.tsx';

/** A link within the app that looks like a button. */
export const AppButtonLink = createLink(ButtonLink);
