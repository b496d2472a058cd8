import { clockAhead, clockBack, restarted, suspended } from './clocks-and-signals.ts';
import { EMBEDDED_FAULTS, killedGivenDatabase } from './databases.ts';
import type { Fault, GivenShop, LaunchedShop } from './fault.ts';
import { tooManyConnections, oddClients, pipelining, slowClients } from './greedy-clients.ts';
import { logDiskFull } from './logs.ts';
import { longSilence, shortSilence } from './silence.ts';

/** With a database that was given to the server. */
export const GIVEN_FAULTS: readonly Fault<GivenShop>[] = [
  shortSilence,
  longSilence,
  killedGivenDatabase,
  pipelining,
  slowClients,
  oddClients,
  tooManyConnections,
  clockAhead,
  clockBack,
  suspended,
  restarted,
  logDiskFull,
];

/** With everything embedded. */
export const LAUNCHED_FAULTS: readonly Fault<LaunchedShop>[] = [suspended, ...EMBEDDED_FAULTS];
