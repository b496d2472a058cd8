import { Hono } from 'hono';
import type { AppEnv } from './platform/http/call.ts';
import { API } from '../contract/api.ts';
import {
  handleCreateAddress,
  handleDeleteAddress,
  handleGetAddress,
  handleListAddresses,
} from './customers/addresses/addresses.ts';
import { handleCheckAddress, handleCheckVisitorsAddress } from './customers/address-checks/check-address.ts';
import { handleRecordEvents } from './platform/analytics/record.ts';
import { emailLinkForms } from './identity/wire/verify.ts';
import { authRoutes } from './identity/wire/routes.ts';
import { handleAdoptGoogle } from './identity/google/adoption.ts';
import { explainAuthError, serve } from './identity/serve.ts';
import { handleDescribeUndo, handleUndoChanges } from './identity/undo/undo.ts';
import { handleGetSecurity } from './identity/security.ts';
import { handleGetBillingAddress, handleSaveBillingAddress } from './commerce/invoices/billing-address.ts';
import { handleFinishCardUpdate, handleStartCardUpdate } from './commerce/cards/update-card.ts';
import { handleListInvoices } from './commerce/invoices/list-invoices.ts';
import { handlePayOutstanding } from './commerce/invoices/pay-overdue.ts';
import { handleGetPaymentMethod } from './commerce/cards/card-on-file.ts';
import { handleGetReceipt } from './commerce/invoices/receipt.ts';
import { handleCreateSubscription } from './commerce/checkout/create-subscription.ts';
import { handleValidatePromoCode } from './commerce/checkout/validate-promo-code.ts';
import { handleCheckoutConfig, handleSettle } from './commerce/checkout/settle-checkout.ts';
import type { Context } from './context.ts';
import { emailWebhook } from './platform/suppressions/email-webhook.ts';
import { mailboxProxy } from './platform/outbox/mailbox-proxy.ts';
import { handleAnnounceGift } from './commerce/gifts/announce-gift.ts';
import { handlePrintGiftCertificate } from './commerce/gifts/certificate.ts';
import { handleCheckClaimLink, handleClaimGift, handleLookAtClaim } from './commerce/gifts/claim-gift.ts';
import { handleChangeGiftDraft, handleCreateGiftDraft, handleGetGiftDraft } from './commerce/gifts/gift-drafts.ts';
import { handleCorrectGift } from './commerce/gifts/correct-gift.ts';
import { handleChangeGift, handleListGifts } from './commerce/gifts/gifts.ts';
import { nothingHere } from './platform/api-error.ts';
import { health } from './platform/http/health.ts';
import { answerError } from './platform/http/answer-error.ts';
import { identifyCall } from './platform/http/request-watch.ts';
import { handleConfirmLetter, handleReportMissing } from './fulfilment/tracking/delivery-reports.ts';
import { serveLetterReports } from './fulfilment/codes/serve-reports.ts';
import { handleGetCalendarFile } from './fulfilment/calendar/calendar-file.ts';
import { handleGetLetters } from './fulfilment/calendar/calendar.ts';
import {
  handleHoldLetters,
  handleLiftHold,
  handleSendElsewhere,
  handleWithdrawTemporaryAddress,
} from './fulfilment/delivery-changes/delivery-changes.ts';
import { serveConsole } from './operator/console.ts';
import { browserReports } from './platform/browser-reports/receive-reports.ts';
import { handleReportPageFailure } from './platform/analytics/page-failures.ts';
import { handleDeleteAccount } from './account/erasure/delete-account.ts';
import { handleGetOwnData } from './account/own-data/export-own-data.ts';
import { handleGetCaseFile, handleListCaseFiles } from './account/case-file/case-file.ts';
import { handleCheckAnswer, handleListCasePuzzles, handleOpenHint } from './account/case-file/hints.ts';
import { handleGetCaseLetter } from './account/case-file/letters/letter.ts';
import { letterPictures } from './account/case-file/letters/pictures.ts';
import {
  handleConfirmCaseLetter,
  handleReportCaseLetterMissing,
  handleReportLetterFault,
} from './account/case-file/letters/reports.ts';
import { handlePrintTheoryCertificate } from './account/case-file/theory/certificate.ts';
import { handleGetTheory, handleSaveTheory, handleSealTheory } from './account/case-file/theory/theory.ts';
import { handleSaveProfile, handleSendWelcomeEmail } from './customers/profile/profile.ts';
import { seasonWaitForms } from './commerce/season-waits/forms.ts';
import { serveCaseGroups } from './account/case-groups/serve-case-groups.ts';
import { handleSyncNotes } from './account/notes/sync-notes.ts';
import { unsubscribeForm } from './account/unsubscribe.ts';
import { accountChanges } from './account/account-changes.ts';
import { handleCancel, handleGetAccount, handleGetOverview, handleResume } from './account/overview/overview.ts';
import { handleChangeDelivery, handleGetDelivery } from './fulfilment/delivery-changes/delivery.ts';
import { handleMove } from './fulfilment/delivery-changes/move.ts';
import { lobWebhook } from './fulfilment/printer/lob-webhook.ts';
import { uspsWebhook } from './fulfilment/scans/usps-webhook.ts';
import { stripeWebhook } from './commerce/stripe-events/webhook-handler.ts';

export function createApp(ctx: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(identifyCall);
  app.onError((error, c) => answerError(ctx, error, c, explainAuthError));
  app.notFound((c) => answerError(ctx, nothingHere(), c, explainAuthError));

  app.route('/', health(ctx));
  app.route('/auth/v1', authRoutes(ctx));
  app.route('/', stripeWebhook(ctx));
  app.route('/', uspsWebhook(ctx));
  app.route('/', lobWebhook(ctx));
  app.route('/', emailWebhook(ctx));
  app.route('/', accountChanges(ctx));
  app.route('/', browserReports(ctx));
  app.route('/', emailLinkForms(ctx));
  app.route('/', unsubscribeForm(ctx));
  app.route('/', seasonWaitForms(ctx));
  app.route('/', letterPictures(ctx));
  serveLetterReports(app, ctx);
  app.route('/dev/mailbox', mailboxProxy(ctx));

  serve(app, ctx, API.getAccount, handleGetAccount);
  serve(app, ctx, API.getOverview, handleGetOverview);
  serve(app, ctx, API.saveProfile, handleSaveProfile);
  serve(app, ctx, API.getOwnData, handleGetOwnData);
  serve(app, ctx, API.deleteAccount, handleDeleteAccount);
  serve(app, ctx, API.getSecurity, handleGetSecurity);
  serve(app, ctx, API.describeUndo, handleDescribeUndo);
  serve(app, ctx, API.undoChanges, handleUndoChanges);
  serve(app, ctx, API.adoptGoogle, handleAdoptGoogle);
  serve(app, ctx, API.sendWelcomeEmail, handleSendWelcomeEmail);
  serve(app, ctx, API.listAddresses, handleListAddresses);
  serve(app, ctx, API.checkAddressNow, handleCheckAddress);
  serve(app, ctx, API.checkVisitorsAddress, handleCheckVisitorsAddress);
  serve(app, ctx, API.getAddress, handleGetAddress);
  serve(app, ctx, API.createAddress, handleCreateAddress);
  serve(app, ctx, API.deleteAddress, handleDeleteAddress);
  serve(app, ctx, API.getCheckoutConfig, handleCheckoutConfig);
  serve(app, ctx, API.validatePromoCode, handleValidatePromoCode);
  serve(app, ctx, API.createStripeSubscription, handleCreateSubscription);
  serve(app, ctx, API.settleCheckout, handleSettle);
  serve(app, ctx, API.cancelSubscription, handleCancel);
  serve(app, ctx, API.resumeSubscription, handleResume);
  serve(app, ctx, API.getDelivery, handleGetDelivery);
  serve(app, ctx, API.changeDelivery, handleChangeDelivery);
  serve(app, ctx, API.moveAddress, handleMove);
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
  serve(app, ctx, API.correctGift, handleCorrectGift);
  serve(app, ctx, API.announceGift, handleAnnounceGift);
  serve(app, ctx, API.printGiftCertificate, handlePrintGiftCertificate);
  serve(app, ctx, API.checkClaimLink, handleCheckClaimLink);
  serve(app, ctx, API.lookAtClaim, handleLookAtClaim);
  serve(app, ctx, API.claimGift, handleClaimGift);
  serve(app, ctx, API.syncNotes, handleSyncNotes);
  serve(app, ctx, API.getLetters, handleGetLetters);
  serve(app, ctx, API.getCalendarFile, handleGetCalendarFile);
  serve(app, ctx, API.confirmLetter, handleConfirmLetter);
  serve(app, ctx, API.reportMissing, handleReportMissing);
  serve(app, ctx, API.holdLetters, handleHoldLetters);
  serve(app, ctx, API.liftHold, handleLiftHold);
  serve(app, ctx, API.sendElsewhere, handleSendElsewhere);
  serve(app, ctx, API.withdrawTemporaryAddress, handleWithdrawTemporaryAddress);
  serve(app, ctx, API.listCaseFiles, handleListCaseFiles);
  serve(app, ctx, API.getCaseFile, handleGetCaseFile);
  serve(app, ctx, API.getCaseLetter, handleGetCaseLetter);
  serve(app, ctx, API.confirmCaseLetter, handleConfirmCaseLetter);
  serve(app, ctx, API.reportCaseLetterMissing, handleReportCaseLetterMissing);
  serve(app, ctx, API.reportLetterFault, handleReportLetterFault);
  serve(app, ctx, API.listCasePuzzles, handleListCasePuzzles);
  serve(app, ctx, API.openHint, handleOpenHint);
  serve(app, ctx, API.checkAnswer, handleCheckAnswer);
  serve(app, ctx, API.getTheory, handleGetTheory);
  serve(app, ctx, API.saveTheory, handleSaveTheory);
  serve(app, ctx, API.sealTheory, handleSealTheory);
  serve(app, ctx, API.printTheoryCertificate, handlePrintTheoryCertificate);
  serveCaseGroups(app, ctx);
  serve(app, ctx, API.recordEvents, handleRecordEvents);
  serve(app, ctx, API.reportPageFailure, handleReportPageFailure);
  serveConsole(app, ctx);

  return app;
}
