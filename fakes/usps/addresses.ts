import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import { type JsonEnv, Refusal } from '../json-server.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

const TOKEN_SECONDS = 28_799;
/** The carrier's developer portal allows about so many calls of Addresses v3. */
export const CALLS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

const tokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.optional(z.string()),
});

const addressQuery = z.strictObject({
  streetAddress: z.string().min(1).max(100),
  secondaryAddress: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.string().regex(/^[A-Z]{2}$/),
  ZIPCode: z.optional(z.string().regex(/^\d{5}$/)),
  ZIPPlus4: z.optional(z.string().regex(/^\d{4}$/)),
});

type Query = z.output<typeof addressQuery>;

/** OAuth 2 and Addresses v3, with a book in which any street exists but those with the words below. */
export function addAddresses(app: Hono<JsonEnv>, client: Client, now: () => number, callsPerHour: number): void {
  const tokens = new Map<string, number>();
  const calls: number[] = [];
  app.post('/oauth2/v3/token', async (c) => {
    const request = tokenRequest.parse(await c.req.json());
    if (request.client_id !== client.id || request.client_secret !== client.secret) {
      throw new Refusal(401, { error: 'invalid_client', error_description: 'The client is not known.' });
    }
    const token = createHash('sha256').update(`${now()} ${tokens.size}`).digest('hex');
    tokens.set(token, now() + TOKEN_SECONDS * 1000);
    return c.json({
      access_token: token,
      token_type: 'Bearer',
      issued_at: now(),
      expires_in: TOKEN_SECONDS,
      scope: 'addresses',
    });
  });
  app.get('/addresses/v3/address', (c) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= now()) throw new Refusal(401, failure('401', 'Unauthorized'));
    while ((calls[0] ?? Infinity) <= now() - HOUR_MS) calls.shift();
    if (calls.length >= callsPerHour) throw new Refusal(429, failure('429', 'Too Many Requests'));
    calls.push(now());
    return c.json(answerOf(addressQuery.parse(c.req.query())));
  });
}

const SUFFIXES: Readonly<Record<string, string>> = {
  STREET: 'ST',
  ROAD: 'RD',
  AVENUE: 'AVE',
  LANE: 'LN',
  DRIVE: 'DR',
  COURT: 'CT',
  APARTMENT: 'APT',
  SUITE: 'STE',
  NORTH: 'N',
  SOUTH: 'S',
};

/** A misspelt town and its right spelling. */
const TOWNS: Readonly<Record<string, string>> = { 'WICK HARBOUR': 'WICK HARBOR', PORTLNAD: 'PORTLAND' };

/** NOWHERE is not found, VACANT is undeliverable, TENEMENT needs a unit and has none above 99. */
function answerOf(query: Query) {
  const street = standardised(query.streetAddress);
  const unit = standardised(query.secondaryAddress ?? '');
  const town = standardised(query.city ?? '');
  if (street.includes('NOWHERE')) throw new Refusal(404, failure('404', 'Address Not Found'));
  const confirmation = confirmationOf(street, unit);
  const address = {
    streetAddress: street,
    streetAddressAbbreviation: street,
    secondaryAddress: unit,
    city: TOWNS[town] ?? town,
    cityAbbreviation: TOWNS[town] ?? town,
    state: query.state,
    ZIPCode: query.ZIPCode ?? '04101',
    ZIPPlus4: digitsOf(`${street} ${unit}`, 4),
    urbanization: '',
  };
  const additionalInfo = {
    deliveryPoint: digitsOf(street, 2),
    carrierRoute: 'C003',
    DPVConfirmation: confirmation,
    DPVCMRA: 'N',
    business: 'N',
    centralDeliveryPoint: 'N',
    vacant: confirmation === 'N' ? 'Y' : 'N',
  };
  return { firm: '', address, additionalInfo, corrections: [], matches: [{ code: '31', text: 'Single Response' }] };
}

function confirmationOf(street: string, unit: string): 'Y' | 'S' | 'D' | 'N' {
  if (street.includes('VACANT')) return 'N';
  if (!street.includes('TENEMENT')) return 'Y';
  if (unit === '') return 'D';
  return Number(/\d+/.exec(unit)?.[0] ?? 0) > 99 ? 'S' : 'Y';
}

function standardised(line: string): string {
  const words = line.toUpperCase().replaceAll(/[.,]/g, '').split(/\s+/).filter(Boolean);
  return words.map((word) => SUFFIXES[word] ?? word).join(' ');
}

function digitsOf(text: string, length: number): string {
  const number = createHash('sha256').update(text).digest().readUInt32BE();
  return String(number % 10 ** length).padStart(length, '0');
}

function failure(code: string, message: string) {
  return { apiVersion: '/addresses/v3', error: { code, message, errors: [] } };
}
