import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

const NEWLINE = 0x0a;
const MODULUS = 1n << 128n;

/**
 * Passes rows of COPY's text on and sums their hashes in any order. COPY escapes newlines, so a row is a
 * line.
 */
export class RowSum {
  readonly stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      this.#addRows(chunk);
      done(null, chunk);
    },
  });
  #begun: Buffer[] = [];
  #sum = 0n;

  #addRows(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#addRow(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
  }

  /** Hexadecimal, when all rows have passed. */
  get sum(): string {
    return this.#sum.toString(16);
  }

  #addRow(end: Buffer): void {
    const hash = createHash('sha256');
    for (const part of this.#begun) hash.update(part);
    this.#begun = [];
    const digest = hash.update(end).digest();
    this.#sum = (this.#sum + digest.readBigUInt64LE(0) + (digest.readBigUInt64LE(8) << 64n)) % MODULUS;
  }
}
