import { authFuzz } from './auth-fuzz.ts';
import { commonPasswords } from './common-passwords.ts';
import { guesses } from './guesses.ts';
import { redirects } from './redirects.ts';
import { refreshRaces } from './refresh-races.ts';
import { testSmall } from './small-proofs.ts';

// docs/proofs-identity.md says what each shows at its full size.
testSmall([
  ['a hundred guesses at a password: ten are checked, and the owner gets in', guesses, 100],
  ['forty races of two tabs sign nobody out; a stolen token ends its session', refreshRaces, 40],
  ['thirty addresses that look like ours lead nobody away', redirects, 30],
  ['the sixty most common passwords are refused, with reasons', commonPasswords, 60],
  ['ten generated requests at every door of the identity server are answered in its own words', authFuzz, 10],
]);
