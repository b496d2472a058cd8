/** rules/accounts 19. */
export type PasswordForm = 'signup' | 'account' | 'reset';

export const SERVER_PASSWORD_MINIMUM = 6;

export interface PasswordRule {
  readonly minimum: number;
  readonly tooShort: string;
  readonly mismatch: string;
}

export const PASSWORD_RULES = {
  signup: {
    minimum: 8,
    tooShort: 'Password must be at least 8 characters long.',
    mismatch: 'Passwords do not match',
  },
  account: {
    minimum: 8,
    tooShort: 'New password must be at least 8 characters long',
    mismatch: 'New passwords do not match',
  },
  reset: {
    minimum: SERVER_PASSWORD_MINIMUM,
    tooShort: 'Password must be at least 6 characters long.',
    mismatch: 'Passwords do not match.',
  },
} as const satisfies Record<PasswordForm, PasswordRule>;

export function passwordProblem(form: PasswordForm, password: string, confirmation: string): string | null {
  const rule = PASSWORD_RULES[form];
  if (password !== confirmation) return rule.mismatch;
  return password.length < rule.minimum ? rule.tooShort : null;
}
