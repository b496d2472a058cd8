import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that mostly wait; without recorded durations vitest would begin with the largest file. */
const LONG = [
  'bench/soaks/soaks',
  'src/server/killed',
  'src/server/identity/limits/limits',
  'src/server/identity/email-links/email-links',
  'launch/run',
  'launch/start',
  'launch/backup',
  'src/server/jobs',
  'src/server/connections',
  'src/server/platform/db/silent-path',
  'src/server/operator/demonstration/going-live',
  'src/server/fulfilment/print/letters',
  'seasons/season',
];

/** Begins with the longest files, so that none runs alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((path) => moduleId.includes(`/${path}.test.`));
  return place === -1 ? LONG.length : place;
}
