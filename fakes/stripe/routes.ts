import type { Route } from './http/route.ts';
import { balanceTransactionRoutes } from './resources/balance-transactions.ts';
import { catalogueRoutes } from './resources/catalogue.ts';
import { chargeRoutes } from './resources/charges.ts';
import { customerRoutes } from './resources/customers.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { eventRoutes } from './resources/events.ts';
import { invoiceRoutes } from './resources/invoices.ts';
import { paymentIntentRoutes } from './resources/payment-intents.ts';
import { paymentMethodRoutes } from './resources/payment-methods.ts';
import { promotionRoutes } from './resources/promotions.ts';
import { radarRoutes } from './resources/radar.ts';
import { setupIntentRoutes } from './resources/setup-intents.ts';
import { subscriptionRoutes } from './resources/subscriptions.ts';
import { testClockRoutes } from './resources/test-clocks.ts';

export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...catalogueRoutes,
  ...promotionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...chargeRoutes,
  ...balanceTransactionRoutes,
  ...disputeRoutes,
  ...radarRoutes,
  ...eventRoutes,
  ...testClockRoutes,
];
