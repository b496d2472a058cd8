import type { Route } from './http/route.ts';
import { catalogueRoutes } from './resources/catalogue.ts';
import { customerRoutes } from './resources/customers.ts';
import { invoiceRoutes } from './resources/invoices.ts';
import { paymentIntentRoutes } from './resources/payment-intents.ts';
import { paymentMethodRoutes } from './resources/payment-methods.ts';
import { promotionRoutes } from './resources/promotions.ts';
import { subscriptionRoutes } from './resources/subscriptions.ts';

/** Every endpoint of Stripe's that the sandbox serves. What is not here is refused. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...catalogueRoutes,
  ...promotionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
];
