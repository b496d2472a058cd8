import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from 'vitest/node';

/** Tests that mostly wait; without recorded durations vitest would begin with the largest file. */
const LONG = [
  'bench/soaks/soaks',
  'src/server/connections',
  'src/server/killed',
  'src/server/identity/limits/limits',
  'src/server/identity/email-links/email-links',
  'src/server/two-users',
  'launch/run',
  'launch/backup',
  'src/server/jobs',
  'src/server/operator/demonstration/going-live',
  'src/server/commerce/stripe-events/card-testing',
  'src/server/fulfilment/print/letters',
  'seasons/season',
];

/** Begins with the longest files, so that none runs alone at the end. */
export class LongFirst implements TestSequencer {
  readonly #base: BaseSequencer;

  constructor(vitest: Vitest) {
    this.#base = new BaseSequencer(vitest);
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await this.#base.shard(files);
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#base.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((path) => moduleId.includes(`/${path}.test.`));
  return place === -1 ? LONG.length : place;
}
