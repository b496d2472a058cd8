import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { inArray } from 'drizzle-orm';
import { printedPostalCode } from '../../../../domain/countries.ts';
import { routingOf } from '../../../../domain/postal-barcode.ts';
import { subscriptions } from '../../../commerce/schema.ts';
import type { Db } from '../../../platform/db/database.ts';
import { barsOf } from '../../barcodes/bars.ts';
import { digitsOf } from '../../barcodes/piece-barcodes.ts';
import { type NumberedPiece, pieceCode, readPieces } from '../../pieces/pieces.ts';
import type { Run } from '../../runs/runs.ts';
import { letterEditions } from '../../schema.ts';
import type { Batch, PrintFile } from '../print.ts';

interface OfBatch {
  readonly run: Run;
  readonly batch: Batch;
}

type Row = readonly (string | number | null)[];

function piecesOf(db: Db, { run, batch }: OfBatch): AsyncGenerator<NumberedPiece> {
  const { firstNumber, lastNumber } = batch;
  return readPieces(db, { runId: run.id, firstNumber, lastNumber, letter: null });
}

const ADDRESS_COLUMNS = {
  piece: (piece, { run }) => pieceCode(run, piece),
  letter: ({ letter }) => letter,
  full_name: ({ address }) => address.fullName,
  address_line_1: ({ address }) => address.addressLine1,
  address_line_2: ({ address }) => address.addressLine2,
  city: ({ address }) => address.city,
  state_province: ({ address }) => address.stateProvince,
  postal_code: ({ address }) => printedPostalCode(address.country, address.postalCode),
  zip_plus_4: ({ country, routing, address }) =>
    country === 'US' ? (routing ?? routingOf(address.postalCode)).slice(5, 9) || null : null,
  country: ({ address }) => address.country,
  country_name: ({ address }) => address.countryName,
  imb_digits: (piece, { batch }) => digitsOf(batch, piece),
  imb_bars: (piece, { batch }) => barsInWords(digitsOf(batch, piece)),
} as const satisfies Record<string, (piece: NumberedPiece, of: OfBatch) => string | number | null>;

function barsInWords(digits: string | null): string | null {
  return digits === null ? null : barsOf(digits).join('');
}

export async function writeAddresses(db: Db, of: OfBatch, to: Writable): Promise<void> {
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const piece of piecesOf(db, of))
      yield Object.values(ADDRESS_COLUMNS).map((valueOf) => valueOf(piece, of));
  };
  await writeCsv(Object.keys(ADDRESS_COLUMNS), rows, to);
}

const INDEXED = ['letter', 'envelope', 'card', 'code'] as const;
const INDEX_COLUMNS = [
  'piece',
  ...INDEXED.flatMap((what) => [`${what}_file`, `${what}_first_page`, `${what}_last_page`]),
];

export async function writeIndex(
  db: Db,
  { files, ...of }: OfBatch & { readonly files: readonly PrintFile[] },
  to: Writable,
): Promise<void> {
  const places = new Places(files, await pagesOfEditions(db, files));
  const rows = async function* (): AsyncGenerator<Row> {
    for await (const [piece, seasonId] of withSeasons(db, piecesOf(db, of))) {
      yield [pieceCode(of.run, piece), ...places.of(piece, seasonId)];
    }
  };
  await writeCsv(INDEX_COLUMNS, rows, to);
}

export interface EditionPages {
  readonly seasonId: string;
  readonly pages: number;
  readonly sheets: number;
}

export async function pagesOfEditions(db: Db, files: readonly PrintFile[]): Promise<ReadonlyMap<string, EditionPages>> {
  const named = [...new Set(files.flatMap(({ edition }) => edition ?? []))];
  if (named.length === 0) return new Map();
  const { edition, seasonId, pages, sheets } = letterEditions;
  const rows = await db
    .select({ edition, seasonId, pages, sheets })
    .from(letterEditions)
    .where(inArray(edition, named));
  return new Map(rows.map((row) => [row.edition, { ...row, pages: row.pages ?? 0 }]));
}

const LABELS_PER_PAGE = 30;

class Places {
  readonly #used = new Map<string, number>();

  constructor(
    private readonly files: readonly PrintFile[],
    private readonly editions: ReadonlyMap<string, EditionPages>,
  ) {}

  of(piece: NumberedPiece, seasonId: string): Row {
    return [
      ...this.#letter(piece, seasonId),
      ...this.#next(this.#fileOf(piece, 'envelopes'), 1),
      ...this.#next(piece.card === null ? undefined : this.#fileOf(piece, 'cards'), piece.cards ?? 1),
      ...this.#label(this.#fileOf(piece, 'code_labels')),
    ];
  }

  #letter(piece: NumberedPiece, seasonId: string): Row {
    const isOfSeason = ({ edition }: PrintFile) => this.editions.get(edition ?? '')?.seasonId === seasonId;
    const master = this.#fileOf(piece, 'letter_master', isOfSeason);
    if (master !== undefined) return [master.name, 1, this.editions.get(master.edition ?? '')?.pages ?? null];
    const personal = this.#fileOf(piece, 'letter_personal', isOfSeason);
    const { pages = 0 } = this.editions.get(personal?.edition ?? '') ?? {};
    // A set with an odd number of pages ends with an empty page.
    return this.#next(personal, pages + (pages % 2));
  }

  #fileOf(
    { letter, number }: NumberedPiece,
    kind: PrintFile['kind'],
    isIt: (file: PrintFile) => boolean = () => true,
  ): PrintFile | undefined {
    return this.files.find(
      (file) =>
        file.kind === kind &&
        file.letter === letter &&
        file.firstNumber <= number &&
        number <= file.lastNumber &&
        isIt(file),
    );
  }

  #next(file: PrintFile | undefined, pages: number): Row {
    if (file === undefined) return [null, null, null];
    const before = this.#used.get(file.name) ?? 0;
    this.#used.set(file.name, before + pages);
    return [file.name, before + 1, before + pages];
  }

  #label(file: PrintFile | undefined): Row {
    if (file === undefined) return [null, null, null];
    const before = this.#used.get(file.name) ?? 0;
    this.#used.set(file.name, before + 1);
    const page = Math.floor(before / LABELS_PER_PAGE) + 1;
    return [file.name, page, page];
  }
}

const PAGE = 1_000;

async function* withSeasons(
  db: Db,
  pieces: AsyncIterable<NumberedPiece>,
): AsyncGenerator<readonly [NumberedPiece, seasonId: string]> {
  let page: NumberedPiece[] = [];
  const seasoned = async () => {
    const ids = [...new Set(page.map(({ subscriptionId }) => subscriptionId))];
    const { id, seasonId } = subscriptions;
    const rows = ids.length === 0 ? [] : await db.select({ id, seasonId }).from(subscriptions).where(inArray(id, ids));
    const seasons = new Map(rows.map((row) => [row.id, row.seasonId]));
    return page.map((piece) => [piece, seasons.get(piece.subscriptionId) ?? ''] as const);
  };
  for await (const piece of pieces) {
    page.push(piece);
    if (page.length < PAGE) continue;
    yield* await seasoned();
    page = [];
  }
  yield* await seasoned();
}

/** In the format of `manifest.csv`. */
async function writeCsv(columns: readonly string[], rows: () => AsyncGenerator<Row>, to: Writable): Promise<void> {
  const format = {
    header: true,
    bom: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  } as const;
  await pipeline(rows, stringify(format), to);
}
