/** The code as the provider stores it: without spaces around it, in capitals (rules/money 10). */
export function normalisePromoCode(typed: string): string {
  return typed.trim().toUpperCase();
}
