import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Config } from '../../platform/config/config.ts';
import { AuthError, invalid, type WeakPasswordReason } from '../wire/errors.ts';
import { LONGEST_PASSWORD } from './passwords.ts';

/** `personal`: what a guesser knows of the owner. @throws AuthError validation_failed, weak_password */
export function requireStrongPassword(config: Config, password: string, personal: readonly string[]): void {
  if (password.length > LONGEST_PASSWORD)
    throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
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

/** The estimate takes a third of a second at 256 characters. */
const ESTIMATED_CHARACTERS = 24;

/** An invalid address may be a megabyte of @. */
const MOST_WORDS = 8;
const LONGEST_WORD = 255;

const leaked = new Set(dictionary['passwords-common']);
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 8 });

function isEasilyGuessed(password: string, personal: readonly string[]): boolean {
  if (leaked.has(password.toLowerCase())) return true;
  const words = personal.filter(({ length }) => length <= LONGEST_WORD).slice(0, MOST_WORDS);
  return estimator.check(password.slice(0, ESTIMATED_CHARACTERS), words).guesses < FEWEST_GUESSES;
}
