import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PriceSummary } from '../../../domain/money.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { cancelAt } from '../../../domain/subscription.ts';

/** What the wallet shows before the buyer approves the payment. */
export function walletTerms(planType: PlanType, { todayCents, priceCents, thenText }: PriceSummary, now: Date) {
  const { interval, name, charges } = PLANS[planType];
  const label = `The Dead Letter Club, ${name.toLowerCase()} plan`;
  const lineItems = [{ name: label, amount: todayCents }];
  const lastChargeOn = cancelAt(planType, now);
  if (lastChargeOn === null) return { lineItems };
  const recurringPaymentRequest = {
    paymentDescription: `One season of letters, charged monthly, at most ${charges} times`,
    managementURL: location.origin + APP_PATHS.accountSubscription,
    regularBilling: {
      amount: thenText === null ? todayCents : priceCents,
      label,
      recurringPaymentIntervalUnit: interval,
      recurringPaymentEndDate: lastChargeOn,
    },
  };
  return { lineItems, applePay: { recurringPaymentRequest } };
}
