import { Wire } from '../test/server/wire.ts';

/** Message types of PostgreSQL's protocol: a simple query, and the execution of a prepared one. */
const [QUERY, EXECUTE] = ['Q'.charCodeAt(0), 'E'.charCodeAt(0)];
const HEAD_BYTES = 5;

export interface StatementCounts {
  statements: number;
  /** Of them, those that begin or end a transaction. */
  frames: number;
}

/** A way to a database that counts the statements sent through it. */
export async function openCountingWay(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const wire = await Wire.open(Number(url.port));
  Object.assign(url, { port: String(wire.port), search: '' });
  let counts: StatementCounts = { statements: 0, frames: 0 };
  wire.breakWhen((bytes) => {
    for (const { type, text } of messagesIn(bytes)) {
      if (type === EXECUTE || type === QUERY) counts.statements += 1;
      if (type === QUERY && /^(begin|commit|rollback)/i.test(text)) counts.frames += 1;
    }
    return 'passes';
  });
  return {
    url: url.href,
    /** Since it was asked last. */
    take(): StatementCounts {
      const taken = counts;
      counts = { statements: 0, frames: 0 };
      return taken;
    },
    close: () => wire.close(),
  };
}

function* messagesIn(bytes: Buffer): Generator<{ type: number; text: string }> {
  // The first message of a connection has no type, and begins with its length.
  for (let from = 0; from + HEAD_BYTES <= bytes.length && bytes[from] !== 0;) {
    const end = from + 1 + bytes.readUInt32BE(from + 1);
    yield { type: bytes[from] ?? 0, text: bytes.toString('latin1', from + HEAD_BYTES, Math.min(end, from + 20)) };
    from = end;
  }
}
