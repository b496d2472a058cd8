import { getAccount, saveProfile } from './account.ts';
import { createAddress, getAddress, listAddresses, updateAddress } from './addresses.ts';
import { createStripeSubscription, getCheckoutConfig, settleCheckout, validatePromoCode } from './checkout.ts';

/** Every endpoint outside `/auth/v1` and the webhooks. The router, the OpenAPI document and the tests that try every door read it. */
export const API = {
  getAccount,
  saveProfile,
  listAddresses,
  getAddress,
  createAddress,
  updateAddress,
  getCheckoutConfig,
  validatePromoCode,
  createStripeSubscription,
  settleCheckout,
} as const;
