import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/auth-js';

/** What the red banner says: the backend's own message when it refused, else that screen's text (SPEC §8). */
export function refusal(error: unknown, unexpected: string): string {
  return isAuthApiError(error) || isAuthWeakPasswordError(error) ? error.message : unexpected;
}

const WEAKNESSES: Readonly<Record<string, string>> = {
  length: 'It is too short.',
  characters: 'It needs more kinds of characters.',
  pwned: 'It stands on the list that burglars try first.',
};

/** Why the backend called the password weak, in words; none for any other failure. */
export function weaknesses(error: unknown): readonly string[] {
  if (!isAuthWeakPasswordError(error)) return [];
  return error.reasons.map((reason) => WEAKNESSES[reason] ?? reason);
}
