import { queueGuideEmails } from './account/queue-guide-emails.ts';
import { forwardEvents } from './platform/analytics/forward.ts';
import { deleteOldEvents } from './platform/analytics/record.ts';
import { sweepIdentities } from './identity/clean-up.ts';
import { refundLateRenewals } from './commerce/refunds/refund-invoices.ts';
import { finishFreeMonths } from './commerce/free-month.ts';
import { closeDispute } from './commerce/disputes/accept-dispute.ts';
import { sendEvidence } from './commerce/disputes/submit-evidence.ts';
import { finishRefund } from './commerce/refunds/refund-under-guarantee.ts';
import { queueBillingReminders } from './commerce/reminders/billing-reminders.ts';
import type { Context } from './context.ts';
import { openMailer, type Mailer } from './platform/outbox/mailer.ts';
import { sendQueuedEmail } from './platform/outbox/send.ts';
import { deleteOldEmails, sweepUnsentEmails } from './platform/outbox/sweep.ts';
import { deleteOldSeasonWaits, notifySeasonWaits } from './commerce/season-waits/notify-season-waits.ts';
import { announceGifts } from './commerce/gifts/announce-gift.ts';
import { checkUncheckedAddresses, deleteOldChecks } from './customers/address-checks/sweep.ts';
import { deleteOldAddressVersions } from './customers/addresses/delete-old-versions.ts';
import { deleteOldDrafts } from './commerce/gifts/delete-old-drafts.ts';
import { recordLetterReport } from './fulfilment/codes/reports.ts';
import { recordFileHashes } from './fulfilment/print/files.ts';
import { notifyHandedOver } from './fulfilment/hand-over/notify-handed-over.ts';
import { compareWithPrinter } from './fulfilment/printer/compare.ts';
import { workAtPrinter } from './fulfilment/printer/work-at-printer.ts';
import { deleteOldScans, lookForScans } from './fulfilment/scans/watch.ts';
import { runFulfilmentSchedule } from './fulfilment/timetable.ts';
import { deleteOldCardFailures } from './commerce/payments/card-limits.ts';
import { syncCustomer, deleteCustomer } from './commerce/payments/customers.ts';
import { reconcileCheckouts } from './commerce/reconcile/reconcile-checkouts.ts';
import { reconcileSubscriptions } from './commerce/reconcile/reconcile-subscriptions.ts';
import { recordSubscription } from './commerce/purchases/record-subscription.ts';
import { deleteOldImports } from './operator/imports/delete-old.ts';
import { workAtImport } from './operator/imports/work.ts';
import { countAtNight } from './operator/figures/count-at-night.ts';
import { workBulkAction } from './operator/bulk/work-bulk-action.ts';
import { publishBuild } from './platform/public-pages/built-files.ts';
import { repairAfterClockSetBack } from './platform/jobs/clock-set-back.ts';
import { QUEUE_NAMES, type JobData, type QueueName, type RecurringQueue } from './platform/jobs/queues.ts';

export interface JobContext {
  readonly ctx: Context;
  readonly mailer: Mailer;
}

export type Handlers = { readonly [Q in QueueName]: (jobContext: JobContext, data: JobData[Q]) => Promise<unknown> };

/** Each handler may run twice, even at the same time. */
export const HANDLERS = {
  'send-email': ({ ctx, mailer }, { emailId }) => sendQueuedEmail(ctx, mailer, emailId),
  'sweep-emails': ({ ctx }) => sweepUnsentEmails(ctx),
  'record-subscription': ({ ctx }, { stripeSubscriptionId }) => recordSubscription(ctx, stripeSubscriptionId),
  'sync-customer': async ({ ctx }, { userId }) => void (await syncCustomer(ctx, userId)),
  'delete-customer': ({ ctx }, { customerId }) => deleteCustomer(ctx, customerId),
  'forward-events': ({ ctx }, { batchId }) => forwardEvents(ctx, batchId),
  'refund-subscription': ({ ctx }, { subscriptionId }) =>
    Promise.all([finishRefund(ctx, subscriptionId), refundLateRenewals(ctx, subscriptionId)]),
  'give-free-month': ({ ctx }, { subscriptionId }) => finishFreeMonths(ctx, subscriptionId),
  'submit-evidence': ({ ctx }, { stripeDisputeId }) => sendEvidence(ctx, stripeDisputeId),
  'accept-dispute': ({ ctx }, { stripeDisputeId }) => closeDispute(ctx, stripeDisputeId),
  reconcile: ({ ctx }) => reconcileCheckouts(ctx),
  'reconcile-subscriptions': ({ ctx }) => reconcileSubscriptions(ctx),
  'billing-reminders': ({ ctx }) => queueBillingReminders(ctx),
  'announce-gifts': ({ ctx }) => announceGifts(ctx),
  'guide-emails': ({ ctx }) => queueGuideEmails(ctx),
  'notify-season-waits': ({ ctx }) => notifySeasonWaits(ctx),
  'run-fulfilment-schedule': ({ ctx }) => runFulfilmentSchedule(ctx),
  'record-file-hashes': ({ ctx }, batch) => recordFileHashes(ctx, batch),
  'notify-dispatched': ({ ctx }, batch) => notifyHandedOver(ctx, batch),
  'look-for-scans': ({ ctx }) => lookForScans(ctx),
  'check-addresses': ({ ctx }) => checkUncheckedAddresses(ctx),
  'work-at-printer': ({ ctx }, batch) => workAtPrinter(ctx, batch),
  'work-at-import': ({ ctx }, { importId }) => workAtImport(ctx, importId),
  'compare-with-printer': ({ ctx }) => compareWithPrinter(ctx),
  'work-bulk-action': ({ ctx }, { bulkActionId }) => workBulkAction(ctx, bulkActionId),
  'record-letter-report': ({ ctx }, report) => recordLetterReport(ctx, report),
  'count-figures': ({ ctx }) => countAtNight(ctx),
  'clean-up': ({ ctx }) =>
    Promise.all([
      deleteOldEvents(ctx),
      deleteOldEmails(ctx),
      deleteOldDrafts(ctx),
      deleteOldSeasonWaits(ctx),
      deleteOldAddressVersions(ctx),
      sweepIdentities(ctx),
      deleteOldCardFailures(ctx),
      deleteOldScans(ctx),
      deleteOldChecks(ctx),
      deleteOldImports(ctx),
      publishBuild(ctx),
    ]),
} as const satisfies Handlers;

const TIMETABLE = {
  'sweep-emails': '* * * * *',
  reconcile: '* * * * *',
  'reconcile-subscriptions': '*/15 * * * *',
  'billing-reminders': '0 9 * * *',
  'run-fulfilment-schedule': '*/5 * * * *',
  'announce-gifts': '*/5 8-23 * * *',
  'guide-emails': '0 9,13 * * *',
  'notify-season-waits': '*/5 * * * *',
  'look-for-scans': '0 5 * * *',
  'check-addresses': '*/5 * * * *',
  'compare-with-printer': '0 3 * * *',
  'count-figures': '15 8 * * *',
  'clean-up': '30 4 * * *',
} as const satisfies Record<RecurringQueue, string>;

export async function startWorkers(ctx: Context, handlers: Handlers = HANDLERS): Promise<{ stop(): Promise<void> }> {
  const jobContext = { ctx, mailer: openMailer(ctx.config.email) };
  for (const queue of QUEUE_NAMES) await startWorker(jobContext, queue, handlers);
  for (const [queue, cron] of Object.entries(TIMETABLE)) await ctx.jobs.schedule(queue as RecurringQueue, cron);
  const stopRepairs = repairAfterClockSetBack(ctx.db, (error) => {
    ctx.log.warn({ err: error }, 'could not check whether the clock was set back; it will be checked again');
  });
  return {
    async stop() {
      stopRepairs();
      await ctx.jobs.stop();
      jobContext.mailer.close();
    },
  };
}

async function startWorker<Q extends QueueName>(
  jobContext: JobContext,
  queue: Q,
  handlers: Pick<Handlers, Q>,
): Promise<void> {
  await jobContext.ctx.jobs.work(queue, async (data) => {
    await handlers[queue](jobContext, data);
  });
}
