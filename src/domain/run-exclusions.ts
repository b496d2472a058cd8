export const EXCLUSIONS = {
  refunded: 'Refunded under the guarantee: all mail has ended.',
  season_complete: 'All twenty-four letters have been mailed.',
  disputed: 'The payment is disputed: mail is paused.',
  first_letter_not_handed_over: 'Letter 1 has not been posted yet.',
  first_letter_too_recent: 'Letter 1 was posted less than a week before.',
  earlier_letter_not_handed_over: 'The letter before lies in another run that has not been handed over.',
  mailed_that_day: 'A letter of that mailing day, or of a later one, has been mailed.',
  on_hold: 'The subscriber asked us to hold the mail.',
  not_paid: 'What has been paid for has been mailed.',
  starts_later: 'The season has not begun yet.',
} as const;
export type Exclusion = keyof typeof EXCLUSIONS;
