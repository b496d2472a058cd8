import { posix } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { CompileDocArgs, NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { Letter } from '../season.ts';
import { type Files, type LetterInfo, PACKED_FONT, readSeasonFiles, sourceOf } from './letter-files.ts';
import { TypesettingError } from './errors.ts';
import type { PrintedCode } from './orders.ts';
import { outlinesOf, splitPages } from './pictures.ts';

/** Where a name stands on a master: points from the top left of its page, and the words around the name. */
export interface NamePlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly words: string;
}

export interface Master {
  readonly pdf: Buffer;
  readonly pages: number;
  /** Empty unless the letter is personal. */
  readonly places: readonly NamePlace[];
}

/** Bytes must not depend on when they are made. */
const MADE_AT = Date.UTC(1957, 8, 23) / 1000;
/** The compiler reads what it is given under this path, and nothing from the disk. */
const ROOM = '/letters-in-type';

/** Sets letters in type with Typst. It holds 60 MB, so a web process opens one only when it is asked for a page. */
export class Press {
  private constructor(private readonly compiler: NodeCompiler) {}

  static async open(files: Files): Promise<Press> {
    const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    const fontBlobs = [...files].filter(([path]) => isFont(path)).map(([, bytes]) => brotliDecompressSync(bytes));
    const compiler = NodeCompiler.create({ workspace: ROOM, fontArgs: [{ fontBlobs }] });
    for (const [path, bytes] of files) if (!isFont(path)) compiler.mapShadow(posix.join(ROOM, path), bytes);
    return new Press(compiler);
  }

  /** @param seasons the folder of the seasons, absolute */
  static async ofSeason(seasons: string, name: string): Promise<Press> {
    return await Press.open(readSeasonFiles(seasons, name));
  }

  /** A letter ready for the printer, without a name where the subscriber's will stand. */
  master(info: LetterInfo): Master {
    const document = this.compile(this.argsOf(info, 'print', { reader: null }));
    const places = this.compiler.query(document, { selector: '<name-place>', field: 'value' }) as NamePlace[];
    return { pdf: this.toPdf(document), pages: document.numOfPages, places };
  }

  pdf(info: LetterInfo, reader: string): Buffer {
    return this.toPdf(this.compile(this.argsOf(info, 'print', { reader })));
  }

  /** One SVG for each page. @param reader null for paper without a name */
  pictures(info: LetterInfo, reader: string | null): string[] {
    return splitPages(this.compiler.plainSvg(this.compile(this.argsOf(info, 'print', { reader }))));
  }

  /** Where everything stands on each page, as `faultsOf` asks. */
  outlines(info: LetterInfo, reader: string): string[] {
    return outlinesOf(this.compiler.plainSvg(this.compile(this.argsOf(info, 'print', { reader }))));
  }

  /** What stands on the paper, as the body of an HTML document. @param enclosures as the manifest describes them */
  text(info: LetterInfo, enclosures: Letter['enclosures'], reader: string): string {
    const described = enclosures.map(({ id, title, described: words }) => ({ id, title, described: words }));
    const made = this.compiler.compileHtml(this.argsOf(info, 'text', { reader, enclosures: described }));
    const document = made.result;
    if (document === null) throw this.failure(made.takeError());
    const html = this.compiler.tryHtml(document).result;
    if (html === null) throw new TypesettingError('A letter could not be written as HTML.');
    return html.body();
  }

  /** A set of pages for each name, in their order: the master, and the name in the writer's own hand. */
  personal(
    info: LetterInfo,
    { pdf, pages, places }: Master,
    { names, codes }: { readonly names: readonly string[]; readonly codes?: readonly PrintedCode[] },
  ): Buffer {
    return this.set(
      `#import "/press/personal.typ": personal\n#import "/${info.season}/stationery/letter.typ": addressed\n#personal(addressed)`,
      {
        'master.pdf': pdf,
        'personal.json': Buffer.from(JSON.stringify({ names, pages, places, ...(codes && { codes }) })),
      },
      { letter: JSON.stringify({ ...info, reader: null }), mode: 'print' },
    );
  }

  /** Any Typst source, with files beside it that exist for this document only. */
  set(source: string, files: Readonly<Record<string, Buffer>>, inputs: Record<string, string> = {}): Buffer {
    const paths = Object.keys(files).map((path) => posix.join(ROOM, path));
    for (const [path, bytes] of Object.entries(files)) this.compiler.mapShadow(posix.join(ROOM, path), bytes);
    try {
      return this.toPdf(this.compile({ mainFileContent: source, inputs, resetRead: true }));
    } finally {
      for (const path of paths) this.compiler.unmapShadow(path);
      this.compiler.evictCache(0);
    }
  }

  private toPdf(document: NodeTypstDocument): Buffer {
    return this.compiler.pdf(document, { creationTimestamp: MADE_AT, pdfTags: false });
  }

  private compile(args: CompileDocArgs): NodeTypstDocument {
    const made = this.compiler.compile(args);
    const document = made.result;
    if (document === null) throw this.failure(made.takeError());
    return document;
  }

  private failure(error: Parameters<NodeCompiler['fetchDiagnostics']>[0] | null): TypesettingError {
    const diagnostics = error === null ? [] : this.compiler.fetchDiagnostics(error);
    const lines = diagnostics.map(({ message, path, range }) => {
      return `${String(path).replace(`${ROOM}/`, '')}:${Number(range?.start.line ?? 0) + 1}: ${String(message)}`;
    });
    return new TypesettingError(lines.join('\n') || 'Typst gave no reason.');
  }

  private argsOf(info: LetterInfo, mode: 'print' | 'text', more: Record<string, unknown>): CompileDocArgs {
    this.compiler.evictCache(0);
    const inputs = { letter: JSON.stringify({ ...info, ...more }), mode };
    return { mainFilePath: posix.join(ROOM, sourceOf(info)), inputs, resetRead: true };
  }
}

function isFont(path: string): boolean {
  return path.endsWith(PACKED_FONT);
}
