/** A balance below zero is the customer's credit; what is too little for a card goes onto the balance. */
export function amountDue(total: number, balance: number): number {
  const due = total + balance;
  return due < SMALLEST_CHARGE ? 0 : due;
}

/** Card networks charge no less. */
export const SMALLEST_CHARGE = 50;
