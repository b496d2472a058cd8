import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CompileDocArgs, NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { Letter, SeasonManifest } from '../season.ts';
import { readFonts } from './fonts.ts';
import { splitPages } from './pictures.ts';

/** Where a name stands on a master: points from the top left of its page, and the words around the name. */
export interface NamePlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

/** Bytes must not depend on when they are made. */
const MADE_AT = Date.UTC(1957, 8, 23) / 1000;
/** Stands for the subscriber's name on a master. */
export const NAME_MARK = '\u{e000}';

export class TypesettingError extends Error {}

/** Sets letters in type with Typst. It holds 60 MB, so a web process opens one only when it is asked for a page. */
export class Press {
  private constructor(
    private readonly compiler: NodeCompiler,
    private readonly seasons: string,
  ) {}

  /** @param seasons the folder of the seasons; the compiler reads nothing outside it */
  static async open(seasons: string): Promise<Press> {
    const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
    const fontArgs = [{ fontBlobs: readFonts(seasons) }];
    return new Press(NodeCompiler.create({ workspace: seasons, fontArgs }), seasons);
  }

  /** A letter as it is printed, ready for the printer; without a name where the subscriber's will stand. */
  pdf(season: SeasonManifest, letter: Letter, reader: string | null = null): Buffer {
    return this.printed(this.compiled(season, letter, reader));
  }

  /** One SVG for each page. */
  pictures(season: SeasonManifest, letter: Letter, reader: string | null = null): string[] {
    return splitPages(this.compiler.plainSvg(this.compiled(season, letter, reader)));
  }

  pages(season: SeasonManifest, letter: Letter): number {
    return this.compiled(season, letter, null).numOfPages;
  }

  /** What stands on the paper, as the body of an HTML document. */
  text(season: SeasonManifest, letter: Letter, reader: string | null = null): string {
    const args = this.argsOf(season, letter, reader, 'text');
    const made = this.compiler.compileHtml(args);
    const document = made.result;
    if (document === null) throw this.failure(made.takeError());
    const html = this.compiler.tryHtml(document).result;
    if (html === null) throw new TypesettingError('A letter could not be written as HTML.');
    return html.body();
  }

  /** Where the subscriber's name goes on a master that was set without one. */
  placesOfName(season: SeasonManifest, letter: Letter): NamePlace[] {
    const found: unknown = this.compiler.query(this.compiled(season, letter, null), {
      selector: '<name-place>',
      field: 'value',
    });
    return found as NamePlace[];
  }

  /** Any Typst source below `seasons`, with shadow files beside it that exist for this document only. */
  set(source: string, files: Readonly<Record<string, Buffer>> = {}, inputs: Record<string, string> = {}): Buffer {
    for (const [path, bytes] of Object.entries(files)) this.compiler.mapShadow(join(this.seasons, path), bytes);
    try {
      return this.printed(this.compile({ mainFileContent: source, inputs, resetRead: true }));
    } finally {
      this.compiler.resetShadow();
      this.compiler.evictCache(0);
    }
  }

  private printed(document: NodeTypstDocument): Buffer {
    return this.compiler.pdf(document, { creationTimestamp: MADE_AT });
  }

  private compiled(season: SeasonManifest, letter: Letter, reader: string | null): NodeTypstDocument {
    return this.compile(this.argsOf(season, letter, reader, 'print'));
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
      return `${String(path)}:${Number(range?.start.line ?? 0) + 1}: ${String(message)}`;
    });
    return new TypesettingError(lines.join('\n') || 'Typst gave no reason.');
  }

  private argsOf(
    season: SeasonManifest,
    letter: Letter,
    reader: string | null,
    mode: 'print' | 'text',
  ): CompileDocArgs {
    const mainFilePath = join(this.seasons, sourceOf(season, letter));
    if (!existsSync(mainFilePath)) throw new TypesettingError(`${mainFilePath} is missing.`);
    return { mainFilePath, inputs: { letter: JSON.stringify(infoOf(season, letter, reader)), mode }, resetRead: true };
  }
}

/** Below the folder of the seasons. */
export function sourceOf({ name }: Pick<SeasonManifest, 'name'>, { number }: Pick<Letter, 'number'>): string {
  return join(name, 'letters', `${String(number).padStart(2, '0')}.typ`);
}

/** What the stationery asks of the manifest. */
function infoOf(season: SeasonManifest, letter: Letter, reader: string | null): Record<string, unknown> {
  return {
    season: season.name,
    number: letter.number,
    title: letter.title,
    author: season.writers[letter.writer]?.name ?? letter.writer,
    stationery: letter.stationery ?? season.writers[letter.writer]?.stationery,
    annotated: letter.annotatedBy !== undefined,
    enclosures: letter.enclosures.map(({ id, title, described, place }) => ({
      id,
      title,
      described,
      inline: place === 'inline',
    })),
    reader,
  };
}
