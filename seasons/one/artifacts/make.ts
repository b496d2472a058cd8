import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { burialRegister, certificates, CERTIFICATE_FIELDS, engraving, mourningCard, payList } from './1926.ts';
import { castCard, castCardAgain } from './cast-cards.ts';
import { cipherTelegram, hymnSheet } from './ciphers.ts';
import { minuteTable } from './minute-table.ts';
import {
  bulletinWrapper,
  deadEnvelope,
  firstEnvelope,
  marginStamp,
  regretsEnvelope,
  stampStrip,
  tongueStamp,
} from './pieces.ts';
import { drawerIndex, inventory, lightTally, stampLedger } from './post-office.ts';
import { bulletin, departmentTelegram, verdictForm } from './sheets.ts';
import { tideTable } from './tide-table.ts';
import { bellBook, townMap } from './town.ts';

/** Every enclosure by its id; `npx tsx seasons/one/artifacts/make.ts` writes each as `<id>.json` beside this file. */
export const ARTIFACTS = {
  'first-envelope': firstEnvelope,
  inventory,
  'margin-stamp': marginStamp,
  'cast-card': castCard,
  'regrets-envelope': regretsEnvelope,
  map: townMap,
  'mourning-card': mourningCard,
  'burial-register': burialRegister,
  'drawer-index': drawerIndex,
  'stamp-ledger': stampLedger,
  'pay-list': payList,
  'department-telegram': departmentTelegram,
  bulletin,
  'bulletin-wrapper': bulletinWrapper,
  'tide-table': tideTable,
  'cast-card-again': castCardAgain,
  'cipher-telegram': cipherTelegram,
  'bell-book': bellBook,
  'stamp-strip': stampStrip,
  certificates: { fields: CERTIFICATE_FIELDS, certificates },
  'hymn-sheet': hymnSheet,
  'light-tally': lightTally,
  engraving,
  'tongue-stamp': tongueStamp,
  'verdict-form': verdictForm,
  'dead-envelope': deadEnvelope,
  'minute-table': minuteTable,
} as const;

export function artifactJson(id: keyof typeof ARTIFACTS): string {
  return `${JSON.stringify(ARTIFACTS[id], null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const id of Object.keys(ARTIFACTS) as (keyof typeof ARTIFACTS)[]) {
    writeFileSync(join(import.meta.dirname, `${id}.json`), artifactJson(id));
  }
}
