import { openSurroundings } from '../../test/server/surroundings.ts';
import type { Soak } from '../soak.ts';
import type { Fault } from './faults/fault.ts';
import { LOG_FAULTS } from './faults/log.ts';

const FAULTS: readonly Fault[] = [...LOG_FAULTS];

/** One fault after the other, each met by `count` requests to a server of its own. */
export const faults: Soak = {
  fullCount: 50_000,
  async run(shop, { count }) {
    for (const { name, meet } of FAULTS) {
      const around = await openSurroundings(shop.ctx.config.databaseUrl);
      try {
        console.log(`${name}: ${await meet(around, count)}`);
      } catch (error) {
        throw new Error(`Not stood: ${name}.`, { cause: error });
      } finally {
        await around.close();
      }
    }
  },
};
