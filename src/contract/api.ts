import { getAccount, saveProfile, sendWelcomeEmail } from './account.ts';
import {
  checkAddressNow,
  createAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  updateAddress,
} from './addresses.ts';
import {
  finishCardUpdate,
  getBillingAddress,
  getPaymentMethod,
  getReceipt,
  listInvoices,
  payOutstanding,
  saveBillingAddress,
  startCardUpdate,
} from './billing.ts';
import { recordEvents } from './events.ts';
import { reportPageFailure } from './page-failures.ts';
import { createStripeSubscription, getCheckoutConfig, settleCheckout, validatePromoCode } from './checkout.ts';
import { adoptGoogle } from './google-adoption.ts';
import {
  announceGift,
  changeGift,
  changeGiftDraft,
  claimGift,
  correctGift,
  createGiftDraft,
  getGiftDraft,
  listGifts,
  lookAtClaim,
  printGiftCertificate,
} from './gifts.ts';
import { deleteAccount, getOwnData } from './own-data.ts';
import {
  confirmLetter,
  getCalendarFile,
  getLetters,
  holdLetters,
  liftHold,
  reportMissing,
  sendElsewhere,
  withdrawTemporaryAddress,
} from './letters.ts';
import { getSecurity } from './security.ts';
import { cancelSubscription, moveAddress, changeDelivery, getDelivery, resumeSubscription } from './subscriptions.ts';
import { describeUndo, undoChanges } from './undo.ts';

export const API = {
  getAccount,
  saveProfile,
  getOwnData,
  deleteAccount,
  getSecurity,
  describeUndo,
  undoChanges,
  adoptGoogle,
  sendWelcomeEmail,
  recordEvents,
  reportPageFailure,
  listAddresses,
  checkAddressNow,
  getAddress,
  createAddress,
  updateAddress,
  deleteAddress,
  getCheckoutConfig,
  validatePromoCode,
  createStripeSubscription,
  settleCheckout,
  cancelSubscription,
  resumeSubscription,
  getDelivery,
  changeDelivery,
  moveAddress,
  getPaymentMethod,
  startCardUpdate,
  finishCardUpdate,
  payOutstanding,
  getBillingAddress,
  saveBillingAddress,
  listInvoices,
  getReceipt,
  createGiftDraft,
  changeGiftDraft,
  getGiftDraft,
  listGifts,
  changeGift,
  correctGift,
  announceGift,
  printGiftCertificate,
  lookAtClaim,
  claimGift,
  getLetters,
  getCalendarFile,
  confirmLetter,
  reportMissing,
  holdLetters,
  liftHold,
  sendElsewhere,
  withdrawTemporaryAddress,
} as const;
