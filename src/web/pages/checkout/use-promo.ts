import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { PromoReply } from '../../../contract/checkout.ts';
import type { Discount } from '../../../domain/money.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { queryClient } from '../../app/queries.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { normalisePromoCode } from '../../../domain/checkout.ts';
import { deletePromo, storedPromo, storePromo } from '../../promo-link.ts';
import { promoQuery, purposeOf } from './promo-query.ts';

const route = getRouteApi('/signed-in/payment');

export interface AppliedPromo {
  readonly code: string;
  readonly promotionCodeId: string;
  readonly discount: Discount;
}

export interface Promo {
  readonly applied: AppliedPromo | null;
  /** What stands in the field while no code is applied. */
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly pending: boolean;
  readonly problem: string | null;
  readonly apply: () => void;
  /** False, with a message at the field, while a code stands there that was never tried. */
  readonly checkApplied: () => boolean;
  readonly remove: () => void;
  /** Removes the applied code and shows the message, if the payment refused the code. */
  readonly refuse: (message: string) => void;
}

export function usePromo(): Promo {
  const { purchase } = route.useLoaderData();
  const { promo: chosen, plan } = route.useSearch();
  const purpose = purposeOf(purchase, plan);
  // The code from a link is used until the buyer applies another or removes it.
  const [brought, setBrought] = useState(storedPromo);
  const code = chosen ?? brought;
  const [typed, setTyped] = useState(code ?? '');
  const [isUnapplied, setUnapplied] = useState(false);
  const navigate = route.useNavigate();
  const known = useQuery({
    ...promoQuery(code ?? '', purpose),
    enabled: code !== undefined,
    // After a change of plan the code is checked again. Until the answer, the summary keeps the old result.
    placeholderData: (last, query) => (query?.queryKey[1] === code ? last : undefined),
  });

  const isRefused = !known.isPlaceholderData && known.data?.valid === false;
  useEffect(() => {
    // Shown once, so that the next visit doesn't begin with an error.
    if (isRefused) deletePromo();
  }, [isRefused]);

  const store = (promo: string | undefined) =>
    navigate({ to: '.', search: (search) => ({ ...search, promo }), state: true, replace: true, resetScroll: false });

  const attempt = useMutation({
    mutationFn: async ({ typed }: { typed: string; planType: PlanType }) => {
      const normal = normalisePromoCode(typed);
      if (normal === '') throw new PromoRefusal('Please enter a promo code');
      const reply = await queryClient.fetchQuery({ ...promoQuery(normal, purpose), staleTime: 0 });
      if (appliedPromo(normal, reply) === null) throw refusalOf(reply);
      return normal;
    },
    onSuccess: async (applied) => {
      storePromo(applied);
      await store(applied);
    },
  });

  const applied = code !== undefined && known.data ? appliedPromo(code, known.data) : null;
  const refusedOnReload = known.data && isRefused ? refusalOf(known.data) : known.error;
  // The refusal may depend on the plan, so it disappears when another plan is chosen.
  const refusedOnApply = attempt.variables?.planType === purpose.planType ? attempt.error : null;
  const error = refusedOnApply ?? refusedOnReload;
  return {
    applied,
    typed,
    type: (text) => {
      setTyped(text);
      setUnapplied(false);
    },
    pending: attempt.isPending || (code !== undefined && (known.isPending || known.isPlaceholderData)),
    problem: isUnapplied ? NOT_APPLIED : error && promoProblem(error),
    apply: () => {
      setUnapplied(false);
      attempt.mutate({ typed, planType: purpose.planType });
    },
    checkApplied: () => {
      const tried = [code, attempt.variables?.typed].map((text = '') => normalisePromoCode(text));
      const isApplied = applied !== null || ['', ...tried].includes(normalisePromoCode(typed));
      setUnapplied(!isApplied);
      return isApplied;
    },
    refuse: (message) => {
      if (code === undefined) return;
      queryClient.setQueryData(promoQuery(code, purpose).queryKey, { valid: false, error: message });
    },
    remove: () => {
      attempt.reset();
      setTyped('');
      deletePromo();
      setBrought(undefined);
      void store(undefined);
    },
  };
}

const NOT_APPLIED = 'Press “Apply” to use this code, or clear the field to pay without it.';

function appliedPromo(code: string, reply: PromoReply): AppliedPromo | null {
  const { valid, discountPercent, promotionCodeId } = reply;
  if (!valid || discountPercent === undefined || promotionCodeId === undefined) return null;
  return { code, promotionCodeId, discount: discountOf(discountPercent, reply) };
}

function discountOf(percentOff: number, { duration = 'once', durationInMonths }: PromoReply): Discount {
  return duration === 'repeating' ? { percentOff, duration, months: durationInMonths ?? 1 } : { percentOff, duration };
}

/** Its message is one of rules/pages 35. */
class PromoRefusal extends Error {}

function refusalOf({ error }: PromoReply): PromoRefusal {
  return new PromoRefusal(error ?? 'Invalid promo code');
}

const SAID_AS_IT_IS: ReadonlySet<ApiFailure['code']> = new Set(['network', 'rate_limited']);

function promoProblem(error: unknown): string {
  if (error instanceof PromoRefusal) return error.message;
  if (!(error instanceof ApiFailure)) return 'Error applying promo code';
  return SAID_AS_IT_IS.has(error.code) ? error.message : 'Failed to validate promo code';
}
