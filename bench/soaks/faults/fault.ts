import type { Surroundings } from '../../../test/server/surroundings.ts';

/** Something around a server that fails while it is being used. */
export interface Fault {
  readonly name: string;
  /**
   * Starts a server of its own there and lets `count` requests meet the fault.
   * @returns what was measured, for `docs/proofs.md`
   * @throws Error when the server does not stand it
   */
  readonly meet: (around: Surroundings, count: number) => Promise<string>;
}
