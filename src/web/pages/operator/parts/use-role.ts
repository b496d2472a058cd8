import { useQuery } from '@tanstack/react-query';
import { getAuthenticator } from '../../../../contract/operator/constants.ts';
import { queryOf } from '../../../app/queries.ts';

/** Operators' own accounts are for owners alone (rules/operators 46). */
export function useIsOwner(): boolean {
  return useQuery(queryOf(getAuthenticator)).data?.role === 'owner';
}
