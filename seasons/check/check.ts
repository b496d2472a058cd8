import { checkCalendar } from './calendar.ts';
import { checkCaseFile } from './case-file.ts';
import type { Fault, SeasonOnPaper } from './fault.ts';
import { checkLookFor } from './look-for.ts';
import { checkPaper } from './paper.ts';
import { checkPeople } from './people.ts';
import { checkTruth } from './truth.ts';
import { checkWording } from './wording.ts';

/** Everything that can be said of a season without setting it in type. */
export function checkSeason(season: SeasonOnPaper): Fault[] {
  const checks = [checkPaper, checkCalendar, checkPeople, checkTruth, checkWording, checkCaseFile, checkLookFor];
  return checks.flatMap((check) => check(season));
}
