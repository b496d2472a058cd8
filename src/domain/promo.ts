/** The code as the provider stores it: without spaces around it, in capitals (SPEC §5). */
export function normalisePromoCode(typed: string): string {
  return typed.trim().toUpperCase();
}
