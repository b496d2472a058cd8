import type { Hono } from 'hono';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { type AppEnv } from '../platform/http/call.ts';
import { serve } from '../identity/serve.ts';
import { handleCorrectHoliday, handleGetCalendar, handleListHolidays } from './calendar/calendar.ts';
import { handleGetFigures } from './figures/figures.ts';
import { handleListLog } from './log/log-page.ts';
import { handleListEmails, handleRetryEmail } from './outbox/emails.ts';
import { handleCreatePromotion, handleDeactivatePromotion, handleListPromotions } from './promotions/promotions.ts';
import { handleRefund } from './subscribers/refund.ts';
import { runFile } from './runs/run-file.ts';
import {
  handleFreezeRun,
  handleGetRun,
  handleGetToday,
  handleHandOver,
  handleListBatchFiles,
  handleListEnvelopesToPull,
  handleListRunBatches,
  handleListRunEvents,
  handleListRunPieces,
  handleListRuns,
  handleOpenRun,
  handlePlanRun,
  handlePrintRun,
  handleReopenRun,
  handleUndoPrint,
} from './runs/runs.ts';
import { handleSearchGifts, handleSearchSubscribers } from './subscribers/search.ts';
import {
  handleGetSubscriber,
  handleListSubscriberAddresses,
  handleListSubscriberGifts,
  handleListSubscriberEmails,
  handleListSubscriberSubscriptions,
} from './subscribers/subscriber.ts';
import {
  handleGetSubscription,
  handleListDisputes,
  handleListEvents,
  handleListInvoices,
  handleListPieces,
} from './subscribers/subscription.ts';
import {
  handleDecideReship,
  handleListReships,
  handleListTrouble,
  handleReportLost,
  handleReportReturned,
  handleResolveSetAside,
} from './trouble/trouble.ts';

/** The console: one line per endpoint of its contract, and the files of its runs. */
export function serveConsole(app: Hono<AppEnv>, ctx: CommerceContext): void {
  serve(app, ctx, OPERATOR_API.getToday, handleGetToday);
  serve(app, ctx, OPERATOR_API.listRuns, handleListRuns);
  serve(app, ctx, OPERATOR_API.openRunAhead, handleOpenRun);
  serve(app, ctx, OPERATOR_API.getRun, handleGetRun);
  serve(app, ctx, OPERATOR_API.listRunBatches, handleListRunBatches);
  serve(app, ctx, OPERATOR_API.listBatchFiles, handleListBatchFiles);
  serve(app, ctx, OPERATOR_API.listRunPieces, handleListRunPieces);
  serve(app, ctx, OPERATOR_API.listRunEvents, handleListRunEvents);
  serve(app, ctx, OPERATOR_API.planRunNow, handlePlanRun);
  serve(app, ctx, OPERATOR_API.freezeRunNow, handleFreezeRun);
  serve(app, ctx, OPERATOR_API.reopenRun, handleReopenRun);
  serve(app, ctx, OPERATOR_API.printRunNow, handlePrintRun);
  serve(app, ctx, OPERATOR_API.undoPrintNow, handleUndoPrint);
  serve(app, ctx, OPERATOR_API.listEnvelopesToPull, handleListEnvelopesToPull);
  serve(app, ctx, OPERATOR_API.handOverRun, handleHandOver);
  serve(app, ctx, OPERATOR_API.listTrouble, handleListTrouble);
  serve(app, ctx, OPERATOR_API.resolveSetAside, handleResolveSetAside);
  serve(app, ctx, OPERATOR_API.reportLost, handleReportLost);
  serve(app, ctx, OPERATOR_API.reportReturned, handleReportReturned);
  serve(app, ctx, OPERATOR_API.listReships, handleListReships);
  serve(app, ctx, OPERATOR_API.decideReshipRequest, handleDecideReship);
  serve(app, ctx, OPERATOR_API.searchSubscribers, handleSearchSubscribers);
  serve(app, ctx, OPERATOR_API.getSubscriber, handleGetSubscriber);
  serve(app, ctx, OPERATOR_API.listSubscriberSubscriptions, handleListSubscriberSubscriptions);
  serve(app, ctx, OPERATOR_API.listSubscriberAddresses, handleListSubscriberAddresses);
  serve(app, ctx, OPERATOR_API.listSubscriberGifts, handleListSubscriberGifts);
  serve(app, ctx, OPERATOR_API.listSubscriberEmails, handleListSubscriberEmails);
  serve(app, ctx, OPERATOR_API.searchGifts, handleSearchGifts);
  serve(app, ctx, OPERATOR_API.getSubscription, handleGetSubscription);
  serve(app, ctx, OPERATOR_API.listSubscriptionInvoices, handleListInvoices);
  serve(app, ctx, OPERATOR_API.listSubscriptionDisputes, handleListDisputes);
  serve(app, ctx, OPERATOR_API.listSubscriptionPieces, handleListPieces);
  serve(app, ctx, OPERATOR_API.listSubscriptionEvents, handleListEvents);
  serve(app, ctx, OPERATOR_API.refundSubscription, handleRefund);
  serve(app, ctx, OPERATOR_API.getCalendar, handleGetCalendar);
  serve(app, ctx, OPERATOR_API.listHolidays, handleListHolidays);
  serve(app, ctx, OPERATOR_API.correctHoliday, handleCorrectHoliday);
  serve(app, ctx, OPERATOR_API.listEmails, handleListEmails);
  serve(app, ctx, OPERATOR_API.retryEmail, handleRetryEmail);
  serve(app, ctx, OPERATOR_API.listPromotions, handleListPromotions);
  serve(app, ctx, OPERATOR_API.createPromotion, handleCreatePromotion);
  serve(app, ctx, OPERATOR_API.deactivatePromotion, handleDeactivatePromotion);
  serve(app, ctx, OPERATOR_API.getFigures, handleGetFigures);
  serve(app, ctx, OPERATOR_API.listLog, handleListLog);
  runFile(app, ctx);
}
