import { useQuery } from '@tanstack/react-query';
import { lettersQuery } from '../../app/queries.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import type { AddressLines } from '../address/address-form.ts';
import { PostalAddress } from '../address/postal-address.tsx';
import { fromWords } from './letter-words.ts';

interface UsualAddressProps {
  readonly subscription: NumberedSubscription;
  readonly address: AddressLines;
}

export function UsualAddress({ subscription: { reply, status }, address }: UsualAddressProps) {
  const letters = useQuery({ ...lettersQuery(reply.id), enabled: status !== 'completed' }).data;
  return (
    <>
      <PostalAddress address={address} />
      {letters && fromWords(letters, address).map((words) => <p key={words}>{words}</p>)}
    </>
  );
}
