import type { Plugin } from 'vite';

/** Stand-ins, by package, for what pg-boss imports for timetables: half a megabyte that only a worker needs. */
const STAND_INS: Readonly<Record<string, string>> = {
  'cron-parser': `export const CronExpressionParser = {
    parse: (...given) => load('cron-parser').CronExpressionParser.parse(...given),
  };`,
  'rrule-temporal': `export function RRuleTemporal(...given) {
    return new (load('rrule-temporal').RRuleTemporal)(...given);
  }`,
};

const PREFIX = '\0lazy:';

/** Bundles load these packages only at the first call. */
export function lazyPackages(): Plugin {
  return {
    name: 'lazy-packages',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (Object.hasOwn(STAND_INS, id) ? PREFIX + id : undefined),
    load: (id) => (id.startsWith(PREFIX) ? moduleOf(id.slice(PREFIX.length)) : undefined),
  };
}

function moduleOf(name: string): string {
  return `import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\n${STAND_INS[name]}`;
}
