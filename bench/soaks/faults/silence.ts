import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, GivenShop } from './fault.ts';

const SHORT_MS = 2_000;
const LONG_MS = 12_000;

export const shortSilence: Fault<GivenShop> = {
  name: 'the path to PostgreSQL swallows packets for 2 s',
  happen: (shop) => beSilent(shop, SHORT_MS),
};

export const longSilence: Fault<GivenShop> = {
  name: 'the path to PostgreSQL swallows packets for 12 s',
  happen: (shop) => beSilent(shop, LONG_MS),
};

async function beSilent({ wire }: GivenShop, milliseconds: number): Promise<void> {
  wire.fallSilent();
  await sleep(milliseconds);
  wire.endSilence();
}
