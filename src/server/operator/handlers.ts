import type { Endpoint } from '../../contract/endpoint.ts';
import type { OPERATOR_API } from '../../contract/operator/api.ts';
import { addressCheckHandlers } from './address-checks.ts';
import { bulkActionHandlers } from './bulk/bulk-actions.ts';
import { calendarHandlers } from './calendar.ts';
import { caseFileHandlers } from './case-files.ts';
import type { OperatorHandler, OperatorHandlers } from './calls/operator-call.ts';
import { disputeHandlers } from './disputes/disputes.ts';
import { editionHandlers } from './editions.ts';
import { failedPaymentHandlers } from './money-lists/failed-payments.ts';
import { moneyListHandlers } from './money-lists/money-lists.ts';
import { cancelReasonHandlers } from './figures/cancel-reasons.ts';
import { churnHandlers } from './figures/churn.ts';
import { weekHandlers } from './figures/weeks.ts';
import { figureHandlers } from './figures/figures.ts';
import { moneyMonthHandlers } from './figures/money-months.ts';
import { balanceTransactionHandlers } from './figures/balance-transactions.ts';
import { forecastHandlers } from './figures/forecast.ts';
import { letterCostHandlers } from './figures/letter-costs.ts';
import { lifetimeValueHandlers } from './figures/lifetime-values.ts';
import { promotionFigureHandlers } from './figures/promotion-figures.ts';
import { retentionHandlers } from './figures/retention.ts';
import { importHandlers } from './imports/imports.ts';
import { logHandlers } from './log/log.ts';
import { emailHandlers } from './emails.ts';
import { postageHandlers } from './postage.ts';
import { printerHandlers } from './printer.ts';
import { promotionHandlers } from './promotions.ts';
import { runActionHandlers } from './runs/run-actions.ts';
import { runListHandlers } from './runs/run-lists.ts';
import { settingHandlers } from './settings.ts';
import { staffHandlers } from './staff.ts';
import { stripeChangeHandlers } from './stripe-changes.ts';
import { searchHandlers } from './search/search.ts';
import { giftListHandlers } from './money-lists/gift-list.ts';
import { sightingHandlers } from './sightings.ts';
import { subscriberHandlers } from './subscribers/subscriber.ts';
import { correctionHandlers } from './subscribers/corrections.ts';
import { historyHandlers } from './subscribers/history.ts';
import { paymentHelpHandlers } from './subscribers/payment-help.ts';
import { moneyActionHandlers } from './subscribers/money-actions.ts';
import { tagAndNoteHandlers } from './subscribers/tags-and-notes.ts';
import { subscriptionHandlers } from './subscribers/subscription.ts';
import { savedFilterHandlers } from './subscriptions/saved-filters.ts';
import { subscriptionListHandlers } from './subscriptions/subscription-list.ts';
import { todayHandlers } from './today.ts';
import { troubleHandlers } from './trouble/trouble.ts';

const OPERATOR_HANDLERS: OperatorHandlers = {
  ...todayHandlers,
  ...runListHandlers,
  ...runActionHandlers,
  ...editionHandlers,
  ...troubleHandlers,
  ...sightingHandlers,
  ...addressCheckHandlers,
  ...printerHandlers,
  ...searchHandlers,
  ...giftListHandlers,
  ...subscriberHandlers,
  ...subscriptionListHandlers,
  ...savedFilterHandlers,
  ...bulkActionHandlers,
  ...subscriptionHandlers,
  ...tagAndNoteHandlers,
  ...moneyActionHandlers,
  ...correctionHandlers,
  ...historyHandlers,
  ...paymentHelpHandlers,
  ...failedPaymentHandlers,
  ...moneyListHandlers,
  ...stripeChangeHandlers,
  ...disputeHandlers,
  ...calendarHandlers,
  ...emailHandlers,
  ...postageHandlers,
  ...promotionHandlers,
  ...figureHandlers,
  ...cancelReasonHandlers,
  ...weekHandlers,
  ...moneyMonthHandlers,
  ...churnHandlers,
  ...retentionHandlers,
  ...promotionFigureHandlers,
  ...letterCostHandlers,
  ...lifetimeValueHandlers,
  ...forecastHandlers,
  ...balanceTransactionHandlers,
  ...caseFileHandlers,
  ...importHandlers,
  ...logHandlers,
  ...staffHandlers,
  ...settingHandlers,
};

/** @returns a handler for input that the call's schemas have parsed */
export function handlerOf(name: keyof typeof OPERATOR_API): OperatorHandler<Endpoint> {
  return OPERATOR_HANDLERS[name];
}
