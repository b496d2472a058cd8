import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

export function textStream(text: string): PassThrough {
  const stream = new PassThrough();
  stream.end(text);
  return stream;
}

/** Makes one file at a time. The last file lists the hashes of the others. */
export class HashedZip {
  readonly #zip = new ZipFile();
  readonly #sums: string[] = [];
  readonly #output = new PassThrough();
  #current: Readable | null = null;

  constructor(private readonly mtime: Date) {
    this.#zip.on('error', (error: Error) => this.#output.destroy(error));
    this.#output.on('close', () => this.#current?.destroy());
  }

  add(name: string, open: () => Readable): void {
    this.#zip.addReadStreamLazy(name, { mtime: this.mtime, mode: 0o100644 }, (give) => {
      const hash = createHash('sha256');
      const stream = open();
      const hashed = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk);
          next(null, chunk);
        },
        flush: (done) => {
          this.#sums.push(`${hash.digest('hex')}  ${name}\n`);
          done();
        },
      });
      stream.on('error', (error) => this.#output.destroy(error));
      this.#current = stream;
      give(null, stream.pipe(hashed));
    });
  }

  end(comment: string): Readable {
    this.#zip.addReadStreamLazy('SHA256SUMS', { mtime: this.mtime, mode: 0o100644 }, (give) =>
      give(null, textStream(this.#sums.join(''))),
    );
    this.#zip.end({ forceZip64Format: false, comment });
    this.#zip.outputStream.pipe(this.#output);
    return this.#output;
  }
}
