import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { FormProvider, type Path, useForm } from 'react-hook-form';
import { changeGiftDraft, createGiftDraft, type GiftDraftReply } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { showFieldFailures } from '../../app/forms.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import {
  EMPTY_GIFT,
  type GiftFormValues,
  giftStorage,
  MAILING_FIELDS,
  mailingPart,
  toDraftInput,
} from './gift-form-values.ts';
import { useAddressCheck } from '../address/address-check.tsx';
import { GiftForm } from './gift-form.tsx';
import styles from '../checkout/checkout-layout.module.css';
import { GiftHead } from './gift-static-frame.tsx';
import { GiftSummary } from './gift-summary.tsx';
import { WhatsIncluded } from './whats-included.tsx';

const route = getRouteApi('/signed-in/gift-subscription');

export function GiftPage() {
  const { user } = route.useRouteContext();
  const stored = giftStorage(user.id).read();
  const planType = usePlanType(stored?.planType);
  const form = useForm<GiftFormValues>({ defaultValues: stored?.values ?? EMPTY_GIFT });
  const send = useSendDraft(user.id, planType);
  const checked = useAddressCheck({ form, save: send, part: ADDRESS });

  function submit(values: GiftFormValues): void {
    checked.save.mutate(values, {
      onError: (error) => {
        reportError(error);
        showFieldFailures(error, FIELDS, form.setError);
      },
    });
  }

  return (
    <FormProvider {...form}>
      <div className={styles.page}>
        <GiftHead />
        <div className={styles.columns} data-with-aside>
          <Sheet title="Recipient Information">
            <GiftForm
              processing={send.isPending || checked.isAsking}
              question={checked.question}
              problem={send.error === null ? null : problemOf(send.error)}
              onSubmit={submit}
              onTyped={(values) =>
                giftStorage(user.id).store({ draftId: giftStorage(user.id).read()?.draftId ?? null, planType, values })
              }
            />
          </Sheet>
          <div className={styles.aside}>
            <GiftSummary planType={planType} />
            <WhatsIncluded />
          </div>
        </div>
      </div>
    </FormProvider>
  );
}

/** From navigation state, else from the stored draft, else monthly (rules/gifts 2). */
function usePlanType(stored: PlanType | undefined): PlanType {
  const chosen = useRouterState({ select: ({ location }) => location.state.planType });
  return chosen ?? stored ?? 'monthly';
}

const ADDRESS = mailingPart<GiftFormValues>();

const FIELDS: readonly Path<GiftFormValues>[] = [
  'recipientName',
  'recipientEmail',
  ...MAILING_FIELDS,
  'giftMessage',
  'startDate',
];

const PROCESSING_MILLISECONDS = 1000;

function useSendDraft(userId: string, planType: PlanType) {
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: async (values: GiftFormValues) => {
      const stored = giftStorage(userId).read()?.draftId ?? null;
      const [draft] = await Promise.all([saveDraft(stored, values, planType), pause(PROCESSING_MILLISECONDS)]);
      giftStorage(userId).store({ draftId: draft.id, planType, values });
      await navigate({ to: APP_PATHS.payment, search: {}, state: { isGift: true, gift: draft } });
    },
  });
}

/** Changes the stored draft, unless it was paid for in the meantime. */
async function saveDraft(id: string | null, values: GiftFormValues, planType: PlanType): Promise<GiftDraftReply> {
  const body = toDraftInput(values, planType);
  if (id === null) return await call(createGiftDraft, { body });
  try {
    return await call(changeGiftDraft, { params: { id }, body });
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'not_found') return await call(createGiftDraft, { body });
    throw error;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function problemOf(error: Error): string {
  return error instanceof ApiFailure ? error.message : 'We couldn’t save the gift. Please try again.';
}
