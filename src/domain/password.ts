export type PasswordForm = 'signup' | 'account' | 'reset';

export const RESET_PASSWORD_MINIMUM = 6;
export const FORM_PASSWORD_MINIMUM = 8;

export interface PasswordRule {
  readonly minimum: number;
  readonly tooShort: string;
  readonly mismatch: string;
}

export const PASSWORD_RULES = {
  signup: {
    minimum: FORM_PASSWORD_MINIMUM,
    tooShort: `Password must be at least ${FORM_PASSWORD_MINIMUM} characters long.`,
    mismatch: 'Passwords do not match',
  },
  account: {
    minimum: FORM_PASSWORD_MINIMUM,
    tooShort: `New password must be at least ${FORM_PASSWORD_MINIMUM} characters long`,
    mismatch: 'New passwords do not match',
  },
  reset: {
    minimum: RESET_PASSWORD_MINIMUM,
    tooShort: `Password must be at least ${RESET_PASSWORD_MINIMUM} characters long.`,
    mismatch: 'Passwords do not match.',
  },
} as const satisfies Record<PasswordForm, PasswordRule>;

export interface PasswordPair {
  readonly password: string;
  readonly confirmPassword: string;
}

const NOT_CONFIRMED = 'Retype your password.';

/** The problems of both password fields (rules/accounts 65). */
export function passwordProblems(
  form: PasswordForm,
  { password, confirmPassword }: PasswordPair,
): Partial<PasswordPair> {
  const { minimum, tooShort, mismatch } = PASSWORD_RULES[form];
  return {
    ...(password.length < minimum && { password: tooShort }),
    ...(confirmPassword === '' && { confirmPassword: NOT_CONFIRMED }),
    ...(confirmPassword !== '' && confirmPassword !== password && { confirmPassword: mismatch }),
  };
}

/** The server refuses passwords with fewer characters, however rare the characters are. */
const FEWEST_UNGUESSABLE = 8;
const LONG = 12;

/**
 * A hint while the user types a new password; empty before. Only the server knows leaked passwords and words from the
 * user's own data.
 */
export function passwordStrength(form: PasswordForm, password: string): string {
  const missing = Math.max(PASSWORD_RULES[form].minimum, FEWEST_UNGUESSABLE) - Array.from(password).length;
  if (password === '') return '';
  if (missing > 0) return `Too short: add ${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  if (new Set(password).size < 5) return 'Weak: use a wider mix of characters.';
  return missing > FEWEST_UNGUESSABLE - LONG
    ? 'Fair. Don’t use a name, a date or a common word.'
    : 'Strong. Don’t use a name or a well-known phrase.';
}
