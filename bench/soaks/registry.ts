import { cluster } from './cluster.ts';
import { consoleMoney } from './console-money.ts';
import { cutReplies } from './cut-replies.ts';
import { dashboard } from './dashboard.ts';
import { doubleSubmit } from './double-submit.ts';
import { fulfilmentInterleavings } from './fulfilment-interleavings.ts';
import { fulfilmentKilled } from './fulfilment-killed.ts';
import { fulfilmentMillion } from './fulfilment-million.ts';
import { authFuzz, consoleFuzz, fuzzEndpoints } from './fuzz.ts';
import { histories } from './histories.ts';
import { killed } from './killed.ts';
import { importSoak } from './import.ts';
import { lastCode } from './last-code.ts';
import { million } from './million.ts';
import { price } from './price.ts';
import { printer } from './printer.ts';
import { refreshRaces } from './refresh-races.ts';
import { sealed } from './sealed.ts';
import { season } from './season.ts';
import type { Soak } from './soak.ts';
import { thief } from './thief.ts';

export const SOAKS: readonly Soak[] = [
  authFuzz,
  cluster,
  consoleFuzz,
  consoleMoney,
  cutReplies,
  dashboard,
  doubleSubmit,
  fulfilmentInterleavings,
  fulfilmentKilled,
  fulfilmentMillion,
  fuzzEndpoints,
  histories,
  importSoak,
  killed,
  lastCode,
  million,
  price,
  printer,
  refreshRaces,
  sealed,
  season,
  thief,
];
