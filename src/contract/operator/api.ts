import * as bulkActions from './bulk-actions.ts';
import * as calendar from './calendar.ts';
import * as customer from './customer.ts';
import { listSubscriberTimeline, viewAsCustomer } from './customer-history.ts';
import * as caseFiles from './case-files.ts';
import * as desk from './desk.ts';
import * as emails from './emails.ts';
import {
  acceptDispute,
  countDisputes,
  getDispute,
  listDisputes,
  printDisputeEvidence,
  submitDisputeEvidence,
} from './disputes.ts';
import * as failedPayments from './failed-payments.ts';
import * as editions from './editions.ts';
import * as figures from './figures.ts';
import * as fulfilment from './fulfilment.ts';
import {
  addImportPart,
  applyImport,
  checkImport,
  getImport,
  inviteImport,
  listImportRows,
  listImports,
  startImport,
  undoImport,
} from './imports.ts';
import * as moneyLists from './money-lists.ts';
import * as postage from './postage.ts';
import * as printer from './printer.ts';
import { changeStaffRole, inviteStaff, listStaff, newStaffCode, removeStaff } from './staff.ts';
import * as stripeChanges from './stripe-changes.ts';
import { countGifts, listGifts } from './gift-list.ts';
import { search } from './search.ts';
import { changeSetting, clearSetting, listSettings } from './settings.ts';
import * as today from './today.ts';
import * as subscriptionList from './subscription-list.ts';
import * as subscribers from './subscribers.ts';

/**
 * The console's endpoints. They aren't in `API`, so that no public document lists them. These files may export nothing
 * but endpoints.
 */
export const OPERATOR_API = {
  ...fulfilment,
  ...printer,
  ...subscribers,
  ...subscriptionList,
  ...customer,
  listSubscriberTimeline,
  viewAsCustomer,
  ...stripeChanges,
  ...failedPayments,
  startBulkAction: bulkActions.startBulkAction,
  listBulkActions: bulkActions.listBulkActions,
  listSkipped: bulkActions.listSkipped,
  listPayments: moneyLists.listPayments,
  countPayments: moneyLists.countPayments,
  listRefunds: moneyLists.listRefunds,
  countRefunds: moneyLists.countRefunds,
  listCancellations: moneyLists.listCancellations,
  countCancellations: moneyLists.countCancellations,
  search,
  listGifts,
  countGifts,
  ...today,
  listDisputes,
  countDisputes,
  getDispute,
  printDisputeEvidence,
  submitDisputeEvidence,
  acceptDispute,
  listImports,
  getImport,
  listImportRows,
  startImport,
  addImportPart,
  checkImport,
  applyImport,
  inviteImport,
  undoImport,
  ...calendar,
  ...desk,
  ...figures,
  ...emails,
  ...editions,
  ...postage,
  ...caseFiles,
  listStaff,
  inviteStaff,
  changeStaffRole,
  newStaffCode,
  removeStaff,
  listSettings,
  changeSetting,
  clearSetting,
} as const;
