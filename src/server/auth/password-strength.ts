import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Config } from '../config.ts';
import { AuthError, invalid, type WeakPasswordReason } from './errors.ts';

/** Argon2 would take more; nobody types more, and each kilobyte is hashed at our cost. */
const PASSWORD_LIMIT = 256;

/**
 * Refuses a new password that is too long to be one, too short, or among the first that anybody would try. `personal` is what
 * a guesser knows of its owner.
 * @throws AuthError validation_failed, weak_password with the reasons
 */
export function requireStrongPassword(config: Config, password: string, personal: readonly string[]): void {
  if (password.length > PASSWORD_LIMIT) throw invalid(`Password cannot be longer than ${PASSWORD_LIMIT} characters`);
  const { passwordMinLength } = config.auth;
  if (password.length < passwordMinLength) {
    throw weak('length', `Password should be at least ${passwordMinLength} characters.`);
  }
  if (isEasilyGuessed(password, personal)) {
    throw weak('pwned', 'Password is known to be weak and easy to guess, please choose a different one.');
  }
}

function weak(reason: WeakPasswordReason, message: string): AuthError {
  return new AuthError(422, 'weak_password', message, [reason]);
}

/** What ten guesses a quarter of an hour try in ten days. */
const FEWEST_GUESSES = 10_000;

/** The estimate takes longer with each character (a third of a second at 256); a weak beginning is weak enough. */
const ESTIMATED_CHARACTERS = 24;

const leaked = new Set(dictionary['passwords-common']);
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 8 });

function isEasilyGuessed(password: string, personal: readonly string[]): boolean {
  if (leaked.has(password.toLowerCase())) return true;
  return estimator.check(password.slice(0, ESTIMATED_CHARACTERS), [...personal]).guesses < FEWEST_GUESSES;
}
