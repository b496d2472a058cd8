const REASONS: Readonly<Record<string, string>> = {
  approve_with_id: 'The bank could not authorize the payment',
  authentication_required: 'The bank wants the customer to confirm the payment',
  call_issuer: 'The bank declined the card and gave no reason',
  card_declined: 'The bank declined the card and gave no reason',
  card_not_supported: 'The card does not allow this kind of payment',
  card_velocity_exceeded: 'The card is over its limit',
  currency_not_supported: 'The card does not allow US dollars',
  do_not_honor: 'The bank declined the card and gave no reason',
  do_not_try_again: 'The bank declined the card and wants no further attempt',
  duplicate_transaction: 'The bank took the payment for a duplicate',
  expired_card: 'The card has expired',
  fraudulent: 'Stripe or the bank suspects fraud',
  generic_decline: 'The bank declined the card and gave no reason',
  incorrect_cvc: 'The security code is wrong',
  incorrect_number: 'The card number is wrong',
  incorrect_zip: 'The postal code is wrong',
  insufficient_funds: 'The account has too little money',
  invalid_account: 'The card or its account is invalid',
  invalid_cvc: 'The security code is wrong',
  invalid_expiry_month: 'The expiry date is wrong',
  invalid_expiry_year: 'The expiry date is wrong',
  invalid_number: 'The card number is wrong',
  issuer_not_available: 'The bank could not be reached',
  lost_card: 'The card was reported lost',
  merchant_blacklist: 'Stripe blocked the payment',
  new_account_information_available: 'The card or its account is invalid',
  no_action_taken: 'The bank declined the card and gave no reason',
  not_permitted: 'The bank does not permit the payment',
  payment_intent_authentication_failure: 'The customer did not confirm the payment',
  pickup_card: 'The card was reported lost or stolen',
  processing_error: 'The bank had an error',
  reenter_transaction: 'The bank had an error',
  restricted_card: 'The card was reported lost or stolen',
  revocation_of_all_authorizations: 'The customer told the bank to stop payments',
  revocation_of_authorization: 'The customer told the bank to stop payments',
  security_violation: 'The bank declined the card and gave no reason',
  service_not_allowed: 'The bank declined the card and gave no reason',
  stolen_card: 'The card was reported stolen',
  stop_payment_order: 'The customer told the bank to stop payments',
  testmode_decline: 'A test card was used',
  transaction_not_allowed: 'The bank does not permit the payment',
  try_again_later: 'The bank declined the card for now',
  withdrawal_count_limit_exceeded: 'The card is over its limit',
};

/** For a column, in the words of Stripe's dashboard. */
export function shortDeclineReason(code: string | null): string {
  return code === null ? 'no reason' : code.replaceAll('_', ' ');
}

/** `code` is null if Stripe gave none or wasn't asked yet. */
export function declineReason(code: string | null): string {
  if (code === null) return 'Stripe gave no reason';
  return Object.hasOwn(REASONS, code) ? (REASONS[code] ?? code) : code.replaceAll('_', ' ');
}
