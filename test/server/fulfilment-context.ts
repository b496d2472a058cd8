import pino from 'pino';
import { ADDRESS_USE } from '../../src/server/fulfilment/delivery-changes/address-use.ts';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';

/** What fulfilment is given, without a shop around it: no jobs run and nothing is logged. */
export function fulfilmentContext(
  db: FulfilmentContext['db'],
  clock: FulfilmentContext['clock'],
  config: Partial<FulfilmentContext['config']> = {},
): FulfilmentContext {
  return {
    db,
    clock,
    addressUse: ADDRESS_USE,
    log: pino({ level: 'silent' }),
    jobs: { enqueue: () => Promise.resolve() },
    config: { returnAddress: [], siteUrl: 'http://localhost:3000', letterCodes: false, mailer: null, ...config },
  };
}
