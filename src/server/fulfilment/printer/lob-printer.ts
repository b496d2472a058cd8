import * as z from 'zod/mini';
import type { Config } from '../../platform/config/config.ts';
import type { FrozenAddress } from '../../customers/schema.ts';
import { type CalendarDate, newYorkMidnight } from '../../../domain/calendar-date.ts';

export interface LetterOrder {
  readonly key: string;
  readonly pieceId: string;
  readonly batch: string;
  readonly to: FrozenAddress;
  readonly from: ReturnAddress;
  readonly pages: Buffer;
  /** Null: send at once. */
  readonly sendOn: CalendarDate | null;
}

export interface ReturnAddress {
  readonly name: string;
  readonly line: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export type Accepted = { readonly kind: 'accepted'; readonly id: string };
export type Refused = { readonly kind: 'refused'; readonly reason: string };

export interface Printer {
  /** @throws Error if we can't know whether the order was accepted */
  order(order: LetterOrder): Promise<Accepted | Refused>;
  /** The id of the letter with that key; null if there is none. */
  find(key: string): Promise<string | null>;
  /** @returns false if it is too late */
  cancel(id: string): Promise<boolean>;
  /** The ids of a batch's letters, with their keys. */
  list(batch: string): Promise<ReadonlyMap<string, string>>;
}

const letter = z.object({ id: z.string(), metadata: z._default(z.record(z.string(), z.string()), {}) });
const letterPage = z.object({ data: z.array(letter), next_url: z._default(z.nullable(z.string()), null) });
const failure = z.object({ error: z.object({ message: z.string() }) });

const ANSWERED_WITHIN_MS = 20_000;
const PAGE = 100;
const NAME_LIMIT = 40;

/** Sends letters through Lob's API of 2020-02-11. */
export function lobPrinter({ apiKey, url }: Pick<NonNullable<Config['lob']>, 'apiKey' | 'url'>): Printer {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const request = (
    path: string,
    { headers, ...init }: { method?: string; body?: FormData; headers?: Readonly<Record<string, string>> } = {},
  ) =>
    fetch(url + path, {
      ...init,
      headers: { authorization, 'lob-version': '2020-02-11', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });

  async function page(query: URLSearchParams): Promise<z.output<typeof letterPage>> {
    const answer = await request(`/letters?${query.toString()}`);
    if (!answer.ok) throw await unexpected(answer);
    return letterPage.parse(await answer.json());
  }

  return {
    async order(order) {
      const headers = { 'idempotency-key': order.key };
      const answer = await request('/letters', { method: 'POST', headers, body: formOf(order) });
      if (answer.ok) return { kind: 'accepted', id: letter.parse(await answer.json()).id };
      // 409 means that the key was used for a letter that we couldn't find (decision 128).
      if ([400, 409, 422].includes(answer.status)) return { kind: 'refused', reason: await messageOf(answer) };
      throw await unexpected(answer);
    },
    async find(key) {
      return (await page(new URLSearchParams({ 'metadata[key]': key, limit: '1' }))).data[0]?.id ?? null;
    },
    async cancel(id) {
      const answer = await request(`/letters/${id}`, { method: 'DELETE' });
      if (answer.ok || answer.status === 404) return true;
      if (answer.status === 422) return false;
      throw await unexpected(answer);
    },
    async list(batch) {
      const found = new Map<string, string>();
      for (let after: string | null = null; ;) {
        const place: Record<string, string> = after === null ? {} : { after };
        const { data, next_url: next } = await page(
          new URLSearchParams({ 'metadata[batch]': batch, limit: String(PAGE), ...place }),
        );
        for (const { id, metadata } of data) found.set(id, metadata['key'] ?? '');
        after = next === null ? null : (data.at(-1)?.id ?? null);
        if (after === null) return found;
      }
    },
  };
}

function formOf({ key, pieceId, batch, to, from, pages, sendOn }: LetterOrder): FormData {
  const form = new FormData();
  const fields: Readonly<Record<string, string>> = {
    ...namesOf(to.fullName),
    'to[address_line1]': to.addressLine1,
    ...(to.addressLine2 !== null && { 'to[address_line2]': to.addressLine2 }),
    'to[address_city]': to.city,
    ...(to.stateProvince !== '' && { 'to[address_state]': to.stateProvince }),
    'to[address_zip]': to.postalCode,
    'to[address_country]': to.country,
    'from[name]': from.name.slice(0, NAME_LIMIT),
    'from[address_line1]': from.line,
    'from[address_city]': from.city,
    'from[address_state]': from.state,
    'from[address_zip]': from.zip,
    'from[address_country]': 'US',
    color: 'true',
    double_sided: 'true',
    use_type: 'operational',
    mail_type: 'usps_first_class',
    address_placement: 'insert_blank_page',
    ...(sendOn !== null && { send_date: newYorkMidnight(sendOn).toISOString() }),
    'metadata[key]': key,
    'metadata[piece]': pieceId,
    'metadata[batch]': batch,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(pages)], { type: 'application/pdf' }), 'letter.pdf');
  return form;
}

/** The rest of a name that is too long for the name's line goes on the company's line. */
function namesOf(fullName: string): Readonly<Record<string, string>> {
  if (fullName.length <= NAME_LIMIT) return { 'to[name]': fullName };
  const space = fullName.lastIndexOf(' ', NAME_LIMIT);
  const end = space > 0 ? space : NAME_LIMIT;
  return { 'to[name]': fullName.slice(0, end), 'to[company]': fullName.slice(end).trim().slice(0, NAME_LIMIT) };
}

async function messageOf(answer: Response): Promise<string> {
  const parsed = failure.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.error.message.slice(0, 300) : `refused with ${answer.status}`;
}

async function unexpected(answer: Response): Promise<Error> {
  return new Error(`The printer answered ${answer.status}: ${await messageOf(answer)}`);
}
