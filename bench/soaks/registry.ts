import { authFuzz } from './auth-fuzz.ts';
import { barcodes } from './barcodes.ts';
import { big } from './big.ts';
import { cardTesting } from './card-testing.ts';
import { changes } from './changes.ts';
import { claims } from './claims.ts';
import { cluster } from './cluster.ts';
import { codes } from './codes.ts';
import { commonPasswords } from './common-passwords.ts';
import { consoleFuzz } from './console-fuzz.ts';
import { cutReplies } from './cut-replies.ts';
import { dashboard } from './dashboard.ts';
import { dearCalls } from './dear-calls.ts';
import { doubleSubmit } from './double-submit.ts';
import { faults } from './faults.ts';
import { fulfilmentInterleavings } from './fulfilment-interleavings.ts';
import { fulfilmentKilled } from './fulfilment-killed.ts';
import { fulfilmentMillion } from './fulfilment-million.ts';
import { fuzzEndpoints } from './fuzz.ts';
import { guesses } from './guesses.ts';
import { histories } from './histories.ts';
import { killed } from './killed.ts';
import { lastCode } from './last-code.ts';
import { notesSoak } from './notes.ts';
import { outage } from './outage.ts';
import { packing } from './packing.ts';
import { pooler } from './pooler.ts';
import { price } from './price.ts';
import { printer } from './printer.ts';
import { reconciler } from './reconciler.ts';
import { redirects } from './redirects.ts';
import { refreshRaces } from './refresh-races.ts';
import { scans } from './scans.ts';
import { sealed } from './sealed.ts';
import { season } from './season.ts';
import { steady } from './steady.ts';
import { thief } from './thief.ts';
import type { Soak } from './soak.ts';

export const SOAKS: readonly Soak[] = [
  authFuzz,
  barcodes,
  big,
  cardTesting,
  changes,
  claims,
  cluster,
  codes,
  commonPasswords,
  consoleFuzz,
  cutReplies,
  dashboard,
  dearCalls,
  doubleSubmit,
  faults,
  fulfilmentInterleavings,
  fulfilmentKilled,
  fulfilmentMillion,
  fuzzEndpoints,
  guesses,
  histories,
  killed,
  lastCode,
  notesSoak,
  outage,
  packing,
  pooler,
  price,
  printer,
  reconciler,
  redirects,
  refreshRaces,
  scans,
  sealed,
  season,
  steady,
  thief,
];
