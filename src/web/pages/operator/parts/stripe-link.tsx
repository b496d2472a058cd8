import { useQuery } from '@tanstack/react-query';
import { checkoutConfigQuery } from '../../../app/queries.ts';
import { stripePage } from './stripe-page.ts';

interface StripeLinkProps {
  readonly id: string;
  /** By default the id. */
  readonly children?: string;
}

export function StripeLink({ id, children = id }: StripeLinkProps) {
  const { data } = useQuery(checkoutConfigQuery);
  const page = data === undefined ? null : stripePage(id, data.publishableKey);
  if (page === null) return children;
  return (
    <a href={page} target="_blank" rel="noreferrer" title={`${id} in Stripe`}>
      {children}
    </a>
  );
}
