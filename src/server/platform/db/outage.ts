const NETWORK_FAILURES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** PostgreSQL's codes for failures that end without a change here (PostgreSQL manual, appendix A). */
const OUTAGES = {
  '08000': 'the connection has failed',
  '08001': 'a pooler cannot reach its server',
  '08003': 'the connection is gone',
  '08004': 'the server takes no connection',
  '08006': 'the connection broke',
  '08P01': 'PgBouncer says so of all that: a server that does not let it in, has crashed, or is waited for in vain',
  '25006': 'only reads are allowed, as on a standby',
  '25P03': 'a transaction stood still for too long',
  '40P01': 'two transactions waited for each other',
  '53100': 'the disk is full',
  '53200': 'the memory is full',
  '53300': 'there are too many connections',
  '57014': 'a statement took too long',
  '57P01': 'PostgreSQL is being stopped',
  '57P02': 'a process of PostgreSQL has crashed',
  '57P03': 'PostgreSQL is starting',
  '57P05': 'a session was idle for too long',
  '58030': 'a disk could not be read or written',
} as const;

const OUTAGE_CODES: ReadonlySet<string> = new Set([...Object.keys(OUTAGES), ...NETWORK_FAILURES]);

/** Errors of the driver itself, which have no code. */
const DRIVER_FAILURES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/;

export function isDatabaseOutage(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && OUTAGE_CODES.has(cause.code)) return true;
    if (DRIVER_FAILURES.test(cause.message)) return true;
    // If PostgreSQL is stopped, its socket file doesn't exist.
    if (cause.message.startsWith('connect ENOENT')) return true;
  }
  return false;
}
