import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { API } from '../contract/api.ts';
import { openApiDocument } from '../contract/openapi.ts';
import {
  handleCreateAddress,
  handleGetAddress,
  handleListAddresses,
  handleUpdateAddress,
} from './addresses/addresses.ts';
import { handleRecordEvents } from './analytics/record.ts';
import { authRoutes } from './auth/routes.ts';
import { handleGetSecurity } from './auth/security.ts';
import { handleDescribeUndo, handleUndoChanges } from './auth/undo.ts';
import { handleGetBillingAddress, handleSaveBillingAddress } from './billing/billing-address.ts';
import { handleFinishCardUpdate, handleStartCardUpdate } from './billing/card-update.ts';
import { handleListInvoices } from './billing/invoices.ts';
import { handlePayOutstanding } from './billing/outstanding.ts';
import { handleGetPaymentMethod } from './billing/payment-method.ts';
import { handleGetReceipt } from './billing/receipt.ts';
import { handleCreateSubscription } from './checkout/create-subscription.ts';
import { handleValidatePromoCode } from './checkout/promo.ts';
import { handleCheckoutConfig, handleSettle } from './checkout/settle.ts';
import type { Context } from './context.ts';
import { mailboxProxy } from './emails-out/mailbox-proxy.ts';
import { handleAnnounceGift } from './gifts/announce.ts';
import { handlePrintGiftCertificate } from './gifts/certificate.ts';
import { handleClaimGift } from './gifts/claim.ts';
import { handleChangeGiftDraft, handleCreateGiftDraft, handleGetGiftDraft } from './gifts/drafts.ts';
import { handleChangeGift, handleListGifts } from './gifts/gifts.ts';
import { nothingHere } from './errors.ts';
import { health } from './health.ts';
import { answerError } from './http/answer-error.ts';
import { type AppEnv, serve } from './http/serve.ts';
import { handleConfirmLetter, handleReportMissing } from './letters/arrival.ts';
import { handleGetCalendarFile } from './letters/calendar-file.ts';
import { handleGetLetters } from './letters/calendar.ts';
import {
  handleHoldLetters,
  handleLiftHold,
  handleSendElsewhere,
  handleWithdrawTemporaryAddress,
} from './letters/wishes.ts';
import { serveConsole } from './operator/console.ts';
import { handleNoteFailure } from './page-failures.ts';
import { handleDeleteAccount } from './profile/delete-account.ts';
import { handleGetOwnData } from './profile/own-data.ts';
import { handleSaveProfile } from './profile/profile.ts';
import { handleSendWelcomeEmail } from './profile/welcome.ts';
import { accountChanges } from './realtime/stream.ts';
import { handleGetAccount } from './subscriptions/account.ts';
import { handleCancel, handleResume } from './subscriptions/cancel.ts';
import { handleChangeDelivery, handleGetDelivery } from './subscriptions/delivery.ts';
import { stripeWebhook } from './webhooks/stripe.ts';

/** Everything behind the pages: one line per endpoint of the contract. */
export function createApp(ctx: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestId({ headerName: '' }));
  app.onError((error, c) => answerError(ctx, error, c));
  app.notFound((c) => answerError(ctx, nothingHere(), c));

  app.route('/', health(ctx));
  app.route('/auth/v1', authRoutes(ctx));
  app.route('/', stripeWebhook(ctx));
  app.route('/', accountChanges(ctx));
  app.route('/dev/mailbox', mailboxProxy(ctx));

  serve(app, ctx, API.getAccount, handleGetAccount);
  serve(app, ctx, API.saveProfile, handleSaveProfile);
  serve(app, ctx, API.getOwnData, handleGetOwnData);
  serve(app, ctx, API.deleteAccount, handleDeleteAccount);
  serve(app, ctx, API.getSecurity, handleGetSecurity);
  serve(app, ctx, API.describeUndo, handleDescribeUndo);
  serve(app, ctx, API.undoChanges, handleUndoChanges);
  serve(app, ctx, API.sendWelcomeEmail, handleSendWelcomeEmail);
  serve(app, ctx, API.listAddresses, handleListAddresses);
  serve(app, ctx, API.getAddress, handleGetAddress);
  serve(app, ctx, API.createAddress, handleCreateAddress);
  serve(app, ctx, API.updateAddress, handleUpdateAddress);
  serve(app, ctx, API.getCheckoutConfig, handleCheckoutConfig);
  serve(app, ctx, API.validatePromoCode, handleValidatePromoCode);
  serve(app, ctx, API.createStripeSubscription, handleCreateSubscription);
  serve(app, ctx, API.settleCheckout, handleSettle);
  serve(app, ctx, API.cancelSubscription, handleCancel);
  serve(app, ctx, API.resumeSubscription, handleResume);
  serve(app, ctx, API.getDelivery, handleGetDelivery);
  serve(app, ctx, API.changeDelivery, handleChangeDelivery);
  serve(app, ctx, API.getPaymentMethod, handleGetPaymentMethod);
  serve(app, ctx, API.startCardUpdate, handleStartCardUpdate);
  serve(app, ctx, API.finishCardUpdate, handleFinishCardUpdate);
  serve(app, ctx, API.payOutstanding, handlePayOutstanding);
  serve(app, ctx, API.getBillingAddress, handleGetBillingAddress);
  serve(app, ctx, API.saveBillingAddress, handleSaveBillingAddress);
  serve(app, ctx, API.listInvoices, handleListInvoices);
  serve(app, ctx, API.getReceipt, handleGetReceipt);
  serve(app, ctx, API.createGiftDraft, handleCreateGiftDraft);
  serve(app, ctx, API.changeGiftDraft, handleChangeGiftDraft);
  serve(app, ctx, API.getGiftDraft, handleGetGiftDraft);
  serve(app, ctx, API.listGifts, handleListGifts);
  serve(app, ctx, API.changeGift, handleChangeGift);
  serve(app, ctx, API.announceGift, handleAnnounceGift);
  serve(app, ctx, API.printGiftCertificate, handlePrintGiftCertificate);
  serve(app, ctx, API.claimGift, handleClaimGift);
  serve(app, ctx, API.getLetters, handleGetLetters);
  serve(app, ctx, API.getCalendarFile, handleGetCalendarFile);
  serve(app, ctx, API.confirmLetter, handleConfirmLetter);
  serve(app, ctx, API.reportMissing, handleReportMissing);
  serve(app, ctx, API.holdLetters, handleHoldLetters);
  serve(app, ctx, API.liftHold, handleLiftHold);
  serve(app, ctx, API.sendElsewhere, handleSendElsewhere);
  serve(app, ctx, API.withdrawTemporaryAddress, handleWithdrawTemporaryAddress);
  serve(app, ctx, API.recordEvents, handleRecordEvents);
  serve(app, ctx, API.noteFailure, handleNoteFailure);
  serveConsole(app, ctx);

  app.get('/api/openapi.json', (c) => c.json(openApiDocument(ctx.config.siteUrl)));
  return app;
}
