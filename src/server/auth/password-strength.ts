import type { Config } from '../config.ts';
import { AuthError, invalid, type WeakPasswordReason } from './errors.ts';

/** Argon2 would take more; nobody types more, and each kilobyte is hashed at our cost. */
const PASSWORD_LIMIT = 256;

/**
 * Refuses a new password that is too long to be one, or too easy to guess.
 * @throws AuthError validation_failed, weak_password with the reasons
 */
export function requireStrongPassword(config: Config, password: string): void {
  if (password.length > PASSWORD_LIMIT) throw invalid(`Password cannot be longer than ${PASSWORD_LIMIT} characters`);
  const { passwordMinLength } = config.auth;
  if (password.length < passwordMinLength) {
    throw weak(`Password should be at least ${passwordMinLength} characters.`, ['length']);
  }
}

function weak(message: string, reasons: WeakPasswordReason[]): AuthError {
  return new AuthError(422, 'weak_password', message, reasons);
}
