import { createHash, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import { type JsonEnv, Refusal } from '../json-server.ts';
import { type Journal, memoryJournal, openJournal } from '../stripe/state/journal.ts';

export interface Letter {
  readonly id: string;
  readonly object: 'letter';
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly to: Readonly<Record<string, string>>;
  readonly from: Readonly<Record<string, string>>;
  readonly carrier: 'USPS';
  readonly mail_type: string;
  readonly color: boolean;
  readonly double_sided: boolean;
  readonly use_type: string;
  readonly send_date: string;
  readonly date_created: string;
  readonly date_modified: string;
  /** Hash of the pages, which the stand-in doesn't keep. */
  readonly sha256: string;
}

interface StoredKey {
  readonly key: string;
  readonly fingerprint: string;
  readonly letter: string;
  readonly at: number;
}

interface Entry {
  readonly letter?: Letter;
  readonly key?: StoredKey;
  /** Cancelled, or lost by the printer. */
  readonly gone?: string;
  readonly cancelled?: true;
}

const KEY_MS = 24 * 3_600_000;
const LATEST_DAYS = 180;
const MOST_BYTES = 5 * 1024 * 1024;

/** What the printer has accepted; with a file it outlives the process. */
export class Letters {
  readonly all = new Map<string, Letter>();
  readonly cancelled = new Set<string>();
  /** Includes letters that are gone. */
  readonly everAccepted: Letter[] = [];
  readonly #keys = new Map<string, StoredKey>();
  #drops = 0;

  private constructor(
    private readonly journal: Journal,
    readonly now: () => number,
  ) {}

  static async open(file: string | undefined, now: () => number): Promise<Letters> {
    const entries: Entry[] = [];
    const journal =
      file === undefined ? memoryJournal() : await openJournal(file, (entry) => entries.push(entry as Entry));
    const letters = new Letters(journal, now);
    for (const entry of entries) letters.#apply(entry);
    return letters;
  }

  /** Lob accepts the next letters, but doesn't know of them afterward. */
  dropNext(times: number): void {
    this.#drops += times;
  }

  /** @throws Refusal for a key that was used for another letter */
  known(key: string, fingerprint: string): Letter | undefined {
    const stored = this.#keys.get(key);
    if (stored === undefined || stored.at <= this.now() - KEY_MS) return undefined;
    if (stored.fingerprint !== fingerprint)
      throw refusal(409, 'conflict', 'This idempotency key was used for another request.');
    return this.everAccepted.find(({ id }) => id === stored.letter);
  }

  async accept(letter: Letter, key: string, fingerprint: string): Promise<void> {
    await this.#store({ letter, key: { key, fingerprint, letter: letter.id, at: this.now() } });
    if (this.#drops === 0) return;
    this.#drops -= 1;
    await this.#store({ gone: letter.id });
  }

  async cancel(id: string): Promise<void> {
    await this.#store({ gone: id, cancelled: true });
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  async #store(entry: Entry): Promise<void> {
    this.#apply(entry);
    await this.journal.append(entry);
  }

  #apply({ letter, key, gone, cancelled }: Entry): void {
    if (letter !== undefined) {
      this.all.set(letter.id, letter);
      this.everAccepted.push(letter);
    }
    if (key !== undefined) this.#keys.set(key.key, key);
    if (gone !== undefined) this.all.delete(gone);
    if (gone !== undefined && cancelled) this.cancelled.add(gone);
  }
}

const line = z.string().min(1).max(64);
const party = {
  name: z.string().min(1).max(40),
  company: z.optional(z.string().max(40)),
  address_line1: line,
  address_line2: z.optional(z.string().max(64)),
  address_city: z.string().min(1).max(200),
  address_state: z.optional(z.string()),
  address_zip: z.optional(z.string()),
  address_country: z.string().regex(/^[A-Z]{2}$/),
};
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const newLetter = z.strictObject({
  description: z.optional(z.string().max(255)),
  to: z.strictObject(party),
  from: z.strictObject({ ...party, address_country: z.literal('US') }),
  color: flag,
  double_sided: flag,
  use_type: z.enum(['marketing', 'operational']),
  mail_type: z.enum(['usps_first_class', 'usps_standard']).default('usps_first_class'),
  address_placement: z.enum(['top_first_page', 'insert_blank_page']).default('top_first_page'),
  send_date: z.optional(z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/)),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
});

/** `POST`, `GET` and `DELETE /v1/letters`, strict about fields, as the printer's are. */
export function addLetters(app: Hono<JsonEnv>, letters: Letters): void {
  app.post('/v1/letters', async (c) => {
    const form = await formOf(c.req.raw);
    const { file, fields } = form;
    const parsed = newLetter.safeParse(fields);
    if (!parsed.success) throw refusal(422, 'invalid', z.prettifyError(parsed.error));
    const fingerprint = createHash('sha256').update(JSON.stringify(parsed.data)).update(file).digest('hex');
    const key = c.req.header('idempotency-key') ?? randomBytes(8).toString('hex');
    const known = letters.known(key, fingerprint);
    if (known !== undefined) return c.json(known);
    const letter = made(parsed.data, file, letters.now());
    await letters.accept(letter, key, fingerprint);
    return c.json(letter);
  });
  app.get('/v1/letters/:id', (c) => c.json(found(letters, c.req.param('id'))));
  app.delete('/v1/letters/:id', async (c) => {
    const id = c.req.param('id');
    if (letters.cancelled.has(id)) return c.json({ id, deleted: true });
    const letter = found(letters, id);
    if (Date.parse(letter.send_date) <= letters.now()) throw refusal(422, 'invalid', 'The letter is in production.');
    await letters.cancel(id);
    return c.json({ id, deleted: true });
  });
  app.get('/v1/letters', (c) => {
    const query = new URL(c.req.url).searchParams;
    const limit = z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .parse(query.get('limit') ?? '10');
    const wanted = [...query].flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field === undefined ? [] : [[field, value] as const];
    });
    const matching = [...letters.all.values()]
      .toReversed()
      .filter(({ metadata }) => wanted.every(([field, value]) => metadata[field] === value));
    const after = query.get('after');
    const start = after === null ? 0 : matching.findIndex(({ id }) => id === after) + 1;
    const data = matching.slice(start, start + limit);
    const last = data.at(-1);
    const next = last !== undefined && start + limit < matching.length ? `/v1/letters?after=${last.id}` : null;
    return c.json({
      data,
      object: 'list',
      next_url: next,
      previous_url: null,
      count: data.length,
      total_count: matching.length,
    });
  });
}

function made(given: z.output<typeof newLetter>, file: Buffer, now: number): Letter {
  const at = new Date(now).toISOString();
  if (given.send_date !== undefined && Date.parse(given.send_date) > now + LATEST_DAYS * 86_400_000) {
    throw refusal(422, 'invalid', `send_date must be at most ${LATEST_DAYS} days ahead.`);
  }
  return {
    id: `ltr_${randomBytes(8).toString('hex')}`,
    object: 'letter',
    description: given.description ?? null,
    metadata: given.metadata,
    to: given.to as Record<string, string>,
    from: given.from as Record<string, string>,
    carrier: 'USPS',
    mail_type: given.mail_type,
    color: given.color,
    double_sided: given.double_sided,
    use_type: given.use_type,
    send_date: given.send_date === undefined ? at : new Date(given.send_date).toISOString(),
    date_created: at,
    date_modified: at,
    sha256: createHash('sha256').update(file).digest('hex'),
  };
}

function found(letters: Letters, id: string): Letter {
  const letter = letters.all.get(id);
  if (letter === undefined) throw refusal(404, 'not_found', 'letter not found');
  return letter;
}

interface Form {
  readonly file: Buffer;
  readonly fields: Record<string, unknown>;
}

/** `to[name]` becomes `to: { name }`. */
async function formOf(request: Request): Promise<Form> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw refusal(415, 'unsupported_media_type', 'Pages come as multipart/form-data.');
  }
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for (const [name, value] of (await request.formData()).entries()) {
    if (typeof value !== 'string') {
      file = Buffer.from(await value.arrayBuffer());
      if (name !== 'file') throw refusal(422, 'invalid', `${name} is not allowed`);
      continue;
    }
    const [, outer = name, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (inner === undefined) fields[outer] = value;
    else fields[outer] = { ...(fields[outer] as object | undefined), [inner]: value };
  }
  if (file === undefined || !file.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw refusal(422, 'invalid', 'file must be a PDF');
  if (file.length > MOST_BYTES) throw refusal(422, 'invalid', 'file must be at most 5 MB');
  return { file, fields };
}

export function refusal(status: Refusal['status'], code: string, message: string): Refusal {
  return new Refusal(status, { error: { message, status_code: status, code } });
}
