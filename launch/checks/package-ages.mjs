// @ts-check
// `npm run dependencies [-- REF]`: asks the registry for the age of packages that the lock file has but REF (`main`)
// lacks. A version younger than a week may yet prove malicious and be withdrawn.
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const LEAST_DAYS = 7;
const DAY_MS = 86_400_000;

const [ref = 'main'] = process.argv.slice(2);
const before = packagesIn(
  execFileSync('git', ['show', `${ref}:package-lock.json`], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
);
const added = [...packagesIn(readFileSync('package-lock.json', 'utf8'))].filter(([id]) => !before.has(id));
if (added.length === 0) console.log(`package-lock.json has no package that ${ref} has not.`);

const faults = [];
for (const [id, isOptional] of added) {
  const days = await ageInDays(id);
  console.log(`${days === null ? 'not published' : `${days.toFixed(0).padStart(8)} days`}  ${id}`);
  if (days === null ? !isOptional : days < LEAST_DAYS) faults.push(id);
}
if (faults.length > 0) {
  console.error(
    `Younger than ${LEAST_DAYS} days, or never published: ${faults.join(', ')}. Take the version before, or wait.`,
  );
  process.exit(1);
}

/** @param {string} lock @returns {Map<string, boolean>} `name@version`, and whether it is optional */
function packagesIn(lock) {
  const entries = Object.entries(JSON.parse(lock).packages).filter(([path]) => path !== '');
  return new Map(
    entries.map(([path, { version, optional = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [`${name}@${version}`, optional];
    }),
  );
}

/** @param {string} id @returns {Promise<number | null>} null for a version that the registry does not have */
async function ageInDays(id) {
  const at = id.lastIndexOf('@');
  const npm = promisify(execFile)('npm', ['view', id.slice(0, at), 'time', '--json'], { maxBuffer: 2 ** 26 });
  const { stdout } = await npm.catch((/** @type {Error} */ { message }) => {
    console.error(`The registry could not be asked about ${id}, so nothing is known of its age.\n${message}`);
    process.exit(1);
  });
  const published = JSON.parse(stdout)[id.slice(at + 1)];
  return published === undefined ? null : (Date.now() - Date.parse(published)) / DAY_MS;
}
