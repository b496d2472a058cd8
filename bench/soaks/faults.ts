import { GIVEN_FAULTS, LAUNCHED_FAULTS } from './faults/all-faults.ts';
import { openGivenShop } from './faults/given-shop.ts';
import { openLaunchedShop } from './faults/launched-shop.ts';
import { meetLogFaults } from './faults/logs.ts';
import { playRounds } from './faults/rounds.ts';
import type { Soak } from './soak.ts';

const LOG_LINES_EACH = 5_000;

export const faults: Soak = {
  name: 'faults',
  proves:
    'Whatever fails around it, the shop loses no acknowledged write and no payment, answers no 5xx but 503 with words, and is back within ten seconds by itself',
  fullSize: 10,
  // Each fault has a test of its own; one round of all takes minutes.
  smallSize: null,
  async run(shop, options) {
    const logs = await meetLogFaults(shop.ctx.config.databaseUrl, options.size * LOG_LINES_EACH);
    const given = await openGivenShop();
    const withDatabase = await playRounds(given, GIVEN_FAULTS, options).finally(async () => await given.close());
    const launched = await openLaunchedShop();
    const embedded = await playRounds(launched, LAUNCHED_FAULTS, options).finally(async () => await launched.close());
    return [`logs: ${logs}`, `database given: ${withDatabase}`, `all embedded: ${embedded}`].join('; ');
  },
};
