import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';

interface FileLinkProps {
  /** One of the two ids. */
  readonly subscriber?: string;
  readonly subscription?: string;
  readonly children: ReactNode;
}

/** Leads to what is on file of a subscriber, or of one subscription. */
export function FileLink({ children, ...search }: FileLinkProps) {
  return (
    <Link to={CONSOLE_PATHS.subscriber} search={search}>
      {children}
    </Link>
  );
}
