import type * as z from 'zod/mini';
import { PASSWORD_RULES, type PasswordForm, passwordProblem } from '../../../domain/password.ts';

export interface PasswordPair {
  readonly password: string;
  readonly confirmPassword: string;
}

export function reportPasswordProblem(
  form: PasswordForm,
  payload: z.core.ParsePayload,
  { password, confirmPassword }: PasswordPair,
): void {
  const message = passwordProblem(form, password, confirmPassword);
  if (message === null) return;
  const field = message === PASSWORD_RULES[form].mismatch ? 'confirmPassword' : 'password';
  payload.issues.push({ code: 'custom', message, path: [field], input: payload.value });
}
