const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank cannot process the charge',
  check_returned: 'The check was returned',
  credit_not_processed: 'The customer says that a refund was promised and not made',
  customer_initiated: 'The customer disputed the charge at the bank',
  debit_not_authorized: 'The customer says that the debit was not authorized',
  duplicate: 'The customer says that the same purchase was charged twice',
  fraudulent: 'The customer says that someone else made the payment',
  general: 'The bank gave no reason',
  incorrect_account_details: 'The account details are wrong',
  insufficient_funds: 'The account had too little money',
  noncompliant: 'The bank says that the charge broke a rule of the card network',
  product_not_received: 'The customer says that letters did not arrive',
  product_unacceptable: 'The customer says that the letters are not as described',
  subscription_canceled: 'The customer says that the charge came after a cancellation',
  unrecognized: 'The customer does not recognize the charge',
};

export function disputeReason(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}

const SHORT_REASONS: Readonly<Record<string, string>> = {
  product_not_received: 'not received',
  product_unacceptable: 'not as described',
};

/** For a column, in the words of Stripe's dashboard. */
export function shortDisputeReason(reason: string): string {
  return Object.hasOwn(SHORT_REASONS, reason) ? (SHORT_REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}

const STATES: Readonly<Record<string, string>> = {
  needs_response: 'needs a response',
  warning_needs_response: 'inquiry, needs a response',
  under_review: 'under review',
  warning_under_review: 'inquiry, under review',
  won: 'won',
  lost: 'lost',
  warning_closed: 'inquiry closed',
  prevented: 'prevented',
};

export function disputeState(status: string): string {
  return Object.hasOwn(STATES, status) ? (STATES[status] ?? status) : status.replaceAll('_', ' ');
}
