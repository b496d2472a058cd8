import type * as z from 'zod/mini';
import { type PasswordForm, type PasswordPair, passwordProblems } from '../../../domain/password.ts';

export function reportPasswordProblems(form: PasswordForm, payload: z.core.ParsePayload, pair: PasswordPair): void {
  for (const [field, message] of Object.entries(passwordProblems(form, pair))) {
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value });
  }
}
