import type { OPERATOR_API } from './api.ts';

export const ROLES = ['owner', 'support', 'packer'] as const;
export type Role = (typeof ROLES)[number];

/** The most that a support person may refund of a payment, or on ending a subscription. */
export const SUPPORT_REFUND_LIMIT_CENTS = 5_000;

export type OperatorCallName = keyof typeof OPERATOR_API | 'downloadRunFile';

const OWNER = ['owner'] as const;
const CUSTOMERS = ['owner', 'support'] as const;
const MAILING = ['owner', 'packer'] as const;
const ALL = ROLES;

/** Which roles may make each call. Console, CSV, files of a batch and terminal ask this table (rules/operators 46). */
export const CALL_ROLES = {
  // Today
  getToday: CUSTOMERS,
  getStuckJobs: CUSTOMERS,
  getWeeks: CUSTOMERS,
  // The mailing room
  listRuns: ALL,
  getRun: ALL,
  listRunEvents: ALL,
  listRunBatches: ALL,
  listRunPieces: ALL,
  listLeftOut: ALL,
  listEnvelopesToPull: ALL,
  openRunAhead: MAILING,
  planRunNow: MAILING,
  freezeRunNow: MAILING,
  reopenRun: MAILING,
  printRunNow: MAILING,
  undoPrintNow: MAILING,
  handOverRun: MAILING,
  listBatchFiles: MAILING,
  downloadRunFile: MAILING,
  getPrinterBatch: MAILING,
  sendToPrinter: MAILING,
  callBackFromPrinter: MAILING,
  sendToPrinterAgain: MAILING,
  listPrinterLetters: MAILING,
  listTrouble: ALL,
  getAddressChecks: ALL,
  listSightings: ALL,
  listFound: ALL,
  findEnvelope: ALL,
  resolveSetAside: ALL,
  reportLost: ALL,
  reportReturned: ALL,
  listReships: ALL,
  decideReshipRequest: CUSTOMERS,
  listEditions: ALL,
  getPieceEdition: ALL,
  listPostageRates: ALL,
  getRunPostage: ALL,
  savePostageRate: OWNER,
  takePostageRateBack: OWNER,
  getCalendar: ALL,
  listHolidays: ALL,
  correctHoliday: OWNER,
  // Customers
  listSubscriptions: CUSTOMERS,
  countSubscriptions: CUSTOMERS,
  listSavedFilters: CUSTOMERS,
  saveFilter: CUSTOMERS,
  deleteFilter: CUSTOMERS,
  searchSubscribers: CUSTOMERS,
  searchGifts: CUSTOMERS,
  getSubscriber: CUSTOMERS,
  listSubscriberSubscriptions: CUSTOMERS,
  listSubscriberAddresses: CUSTOMERS,
  listSubscriberGifts: CUSTOMERS,
  listSubscriberEmails: CUSTOMERS,
  getSubscription: CUSTOMERS,
  listSubscriptionInvoices: CUSTOMERS,
  listSubscriptionDisputes: CUSTOMERS,
  listSubscriptionPieces: CUSTOMERS,
  listSubscriptionEvents: CUSTOMERS,
  listSubscriptionStripeChanges: CUSTOMERS,
  listStripeChanges: CUSTOMERS,
  settleStripeChange: CUSTOMERS,
  refundSubscription: CUSTOMERS,
  releaseLetters: CUSTOMERS,
  removeFactor: CUSTOMERS,
  signOut: CUSTOMERS,
  ban: CUSTOMERS,
  unban: CUSTOMERS,
  getSubscriberTags: CUSTOMERS,
  addTag: CUSTOMERS,
  removeTag: CUSTOMERS,
  listSubscriberNotes: CUSTOMERS,
  addNote: CUSTOMERS,
  deleteNote: CUSTOMERS,
  getSubscriptionDelivery: CUSTOMERS,
  changeAddressForCustomer: CUSTOMERS,
  holdForCustomer: CUSTOMERS,
  liftHoldForCustomer: CUSTOMERS,
  correctName: CUSTOMERS,
  correctEmail: CUSTOMERS,
  retryPayment: CUSTOMERS,
  sendCardLink: CUSTOMERS,
  correctGiftForCustomer: CUSTOMERS,
  resendEmail: CUSTOMERS,
  listDisputes: CUSTOMERS,
  getDispute: CUSTOMERS,
  printDisputeEvidence: CUSTOMERS,
  submitDisputeEvidence: CUSTOMERS,
  refundPayment: CUSTOMERS,
  cancelForCustomer: CUSTOMERS,
  cancelNow: CUSTOMERS,
  resumeForCustomer: CUSTOMERS,
  listLetterFaults: CUSTOMERS,
  settleLetterFault: CUSTOMERS,
  // Emails
  listEmails: CUSTOMERS,
  getEmailAlarm: CUSTOMERS,
  retryEmail: CUSTOMERS,
  retryAllEmails: CUSTOMERS,
  liftEmailSuppression: CUSTOMERS,
  // Money and figures
  listPromotions: CUSTOMERS,
  createPromotion: OWNER,
  deactivatePromotion: OWNER,
  getFigures: OWNER,
  listCancelReasonCounts: OWNER,
  listCancelAnswers: OWNER,
  listMoneyMonths: OWNER,
  listRetention: OWNER,
  listPromotionFigures: OWNER,
  getCaseFigures: OWNER,
  listLog: CUSTOMERS,
} as const satisfies Record<OperatorCallName, readonly Role[]>;

export function mayCall(role: Role, call: OperatorCallName): boolean {
  return (CALL_ROLES[call] as readonly Role[]).includes(role);
}
