import { PLAN_TYPES, type PlanType } from '../../../domain/plans.ts';
import { sessionStorageItem, type StoredSchema } from '../../app/session-storage-item.ts';

/** Without zod, since the first script must be small. */
const planType: StoredSchema<PlanType> = {
  safeParse(value) {
    const data = PLAN_TYPES.find((plan) => plan === value);
    return data === undefined ? { success: false } : { success: true, data };
  },
};

const stored = sessionStorageItem('chosen-plan', planType);

/** The latest plan chosen in this tab, on the landing page or the payment page (rules/checkout 4). */
export function chosenPlan(): PlanType | undefined {
  return stored.read() ?? undefined;
}

export function storePlan(plan: PlanType): void {
  stored.store(plan);
}

export function deletePlan(): void {
  stored.drop();
}

/** Stores the plan of the link that opened the app. After Back, a later choice on the payment page is used instead. */
export function storePlanOfLink(): PlanType | null {
  const link = new URLSearchParams(location.search);
  const next = link.get('next') ?? '';
  const wayOn = new URLSearchParams(next.slice(next.indexOf('?')));
  const plan = planType.safeParse(link.get('plan') ?? wayOn.get('plan'));
  if (!plan.success) return null;
  stored.store(plan.data);
  return plan.data;
}
