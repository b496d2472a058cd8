import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { normalisePromoCode } from '../../../domain/promo.ts';
import { deletePromo, storedPromo } from '../../promo-link.ts';
import { type AppliedPromo, appliedPromo, PromoRefusal, promoProblem, promoQuery, refusalOf } from './promo.ts';

const route = getRouteApi('/signed-in/payment');

export interface Promo {
  readonly code: string | undefined;
  readonly applied: AppliedPromo | null;
  readonly pending: boolean;
  readonly problem: string | null;
  readonly apply: (typed: string) => void;
  readonly remove: () => void;
  /** The applied code was refused at the payment: back to not applied, with the message. */
  readonly refuse: (message: string) => void;
}

/** rules/checkout 30. */
export function usePromo(): Promo {
  const { purchase } = route.useLoaderData();
  const giftId = purchase.kind === 'gift' ? purchase.gift.id : undefined;
  const { promo: chosen } = route.useSearch();
  // A link's code counts until another is applied or it is removed.
  const [brought, setBrought] = useState(storedPromo);
  const code = chosen ?? brought;
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const known = useQuery({ ...promoQuery(code ?? '', giftId), enabled: code !== undefined });

  const isRefused = known.data?.valid === false;
  useEffect(() => {
    // Shown once: the next visit must not begin with an error.
    if (isRefused) deletePromo();
  }, [isRefused]);

  const store = (promo: string | undefined) =>
    navigate({ to: '.', search: (search) => ({ ...search, promo }), state: true, replace: true, resetScroll: false });

  const attempt = useMutation({
    mutationFn: async (typed: string) => {
      const normal = normalisePromoCode(typed);
      if (normal === '') throw new PromoRefusal('Please enter a promo code');
      const reply = await queryClient.fetchQuery({ ...promoQuery(normal, giftId), staleTime: 0 });
      if (appliedPromo(normal, reply) === null) throw refusalOf(reply);
      return normal;
    },
    onSuccess: store,
  });

  const refusedOnReload = known.data && isRefused ? refusalOf(known.data) : known.error;
  const error = attempt.error ?? refusedOnReload;
  return {
    code,
    applied: code !== undefined && known.data ? appliedPromo(code, known.data) : null,
    pending: attempt.isPending || (code !== undefined && known.isPending),
    problem: error === null ? null : promoProblem(error),
    apply: attempt.mutate,
    refuse: (message) => {
      if (code === undefined) return;
      queryClient.setQueryData(promoQuery(code, giftId).queryKey, { valid: false, error: message });
    },
    remove: () => {
      attempt.reset();
      deletePromo();
      setBrought(undefined);
      void store(undefined);
    },
  };
}
