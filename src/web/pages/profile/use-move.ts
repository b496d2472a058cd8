import { useMutation } from '@tanstack/react-query';
import type { AddressReply } from '../../../contract/addresses.ts';
import { getDelivery, type MoveReply, moveAddress } from '../../../contract/subscriptions.ts';
import { getLetters } from '../../../contract/letters.ts';
import { copiesGoThere } from '../../../domain/letters-in-words.ts';
import { call } from '../../app/api.ts';
import { accountQuery, addressesQuery, invalidate } from '../../app/queries.ts';
import type { BoardNotice } from '../../ui/notice.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import type { AddressFormValues } from '../address/address-form.ts';
import { saveNotice } from './save-outcome.ts';

interface Move {
  readonly left: AddressReply | null;
  readonly following: readonly NumberedSubscription[];
  readonly onSaved: (notice: BoardNotice) => void;
}

export function useMove({ left, following, onSaved }: Move) {
  return useMutation({
    mutationFn: (address: AddressFormValues) => {
      const subscriptions = following.map(({ reply }) => reply.id);
      return call(moveAddress, { body: { addressId: left?.id ?? null, address, subscriptions } });
    },
    onSuccess: async ({ moved }) => {
      await invalidate(addressesQuery, accountQuery, { queryKey: [getDelivery.path] }, { queryKey: [getLetters.path] });
      onSaved(saveNotice(['Shipping details updated successfully!', ...movedWords(moved, following)].join(' ')));
    },
  });
}

export function movedWords(moved: MoveReply['moved'], following: readonly NumberedSubscription[]): readonly string[] {
  return following.flatMap(({ label, reply }) => {
    const reached = moved.find(({ subscription }) => subscription === reply.id);
    if (reached === undefined) return [];
    const { firstLetter, copies } = reached;
    const words = [
      ...(firstLetter === null ? [] : [`the new address applies from letter ${firstLetter} on.`]),
      ...copiesGoThere(copies),
    ];
    return [
      `${label}: ${words.length === 0 ? 'none of its remaining letters goes to the new address.' : words.join(' ')}`,
    ];
  });
}
