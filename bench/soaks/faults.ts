import { GIVEN_FAULTS, LAUNCHED_FAULTS } from './faults/all-faults.ts';
import type { Fault, FaultyShop } from './faults/fault.ts';
import { openGivenShop } from './faults/given-shop.ts';
import { openLaunchedShop } from './faults/launched-shop.ts';
import { loseData } from './faults/lost-data.ts';
import { meetLogFaults } from './faults/logs.ts';
import { playRounds } from './faults/rounds.ts';
import type { Soak, SoakOptions } from './soak.ts';

const LOG_LINES_EACH = 5_000;

export const faults: Soak = {
  name: 'faults',
  proves:
    'Whatever fails around it, the shop loses no acknowledged write and no payment, answers no 5xx but 503 with words, and is back within ten seconds by itself',
  fullSize: 10,
  // Each fault has a test of its own; one round of all takes minutes.
  smallSize: null,
  async run(shop, options) {
    const results = [
      `database given: ${await playIn(openGivenShop, GIVEN_FAULTS, options)}`,
      `all embedded: ${await playIn(openLaunchedShop, LAUNCHED_FAULTS, options)}`,
      `data destroyed and restored: ${await loseData()}`,
      `logs: ${await meetLogFaults(shop.ctx.config.databaseUrl, options.size * LOG_LINES_EACH)}`,
    ];
    return results.join('; ');
  },
};

async function playIn<Shop extends FaultyShop>(
  open: () => Promise<Shop>,
  shopFaults: readonly Fault<Shop>[],
  options: SoakOptions,
): Promise<string> {
  const shop = await open();
  try {
    const result = await playRounds(shop, shopFaults, options);
    options.report(result);
    return result;
  } finally {
    await shop.close();
  }
}
