import { ConfigError } from './platform/config/variables.ts';
import { isDatabaseOutage } from './platform/db/outage.ts';

/** Null for an unexpected error. */
export function failureSentence(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  return portSentence(error) ?? codeSentence(error) ?? outageSentence(error);
}

function portSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return null;
  const port = 'port' in error ? String(error.port) : '';
  return `Port ${port} is taken by another program: free it, or choose another with PORT, HEALTH_PORT or METRICS_PORT.`;
}

const REFUSED = 'The database refuses the role or the password of its address: look at DATABASE_URL and its relatives.';
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk of the data folder.',
  '53100': "There is no room left on the database's disk.",
  '28000': REFUSED,
  '28P01': REFUSED,
  '3D000': 'The database server has no database of that name: look at DATABASE_URL and its relatives.',
};

function codeSentence(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = 'code' in cause ? SENTENCES[String(cause.code)] : undefined;
    if (sentence !== undefined) return sentence;
  }
  return null;
}

function outageSentence(error: unknown): string | null {
  return isDatabaseOutage(error) ? 'The database went away while the server was starting: start it again.' : null;
}
