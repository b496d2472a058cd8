import pino from 'pino';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';

/** What fulfilment is given, without a shop around it: no jobs run and nothing is logged. */
export function fulfilmentContext(db: FulfilmentContext['db'], clock: FulfilmentContext['clock']): FulfilmentContext {
  return {
    db,
    clock,
    log: pino({ level: 'silent' }),
    jobs: { enqueue: () => Promise.resolve() },
    config: { returnAddress: [] },
  };
}
