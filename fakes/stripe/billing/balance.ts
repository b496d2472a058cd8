/** A balance below zero is the customer's credit; an amount too small for a card is added to it. */
export function amountDue(total: number, balance: number): number {
  const due = total + balance;
  return due < SMALLEST_CHARGE ? 0 : due;
}

/** Card networks charge no less. */
export const SMALLEST_CHARGE = 50;
