/** As Stripe stores a code (rules/money 10). */
export function normalisePromoCode(typed: string): string {
  return typed.trim().toUpperCase();
}
