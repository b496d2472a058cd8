import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { JsonEnv } from '../json-server.ts';
import { refusal } from './letters.ts';

const request = z.strictObject({
  primary_line: z.string().min(1).max(500),
  secondary_line: z.string().max(500).default(''),
  city: z.string().max(200).default(''),
  state: z.string().max(50).default(''),
  zip_code: z.string().max(10).default(''),
});

/** NOWHERE and VACANT are undeliverable, TENEMENT needs a unit and has none above 99, BUNGALOW has none; GANET is spelt GANNET. */
export function addVerifications(app: Hono<JsonEnv>): void {
  app.post('/v1/us_verifications', async (c) => {
    const parsed = request.safeParse(await c.req.json());
    if (!parsed.success) throw refusal(422, 'invalid', z.prettifyError(parsed.error));
    const { primary_line, secondary_line, city, state, zip_code } = parsed.data;
    const line = primary_line.toUpperCase().replaceAll('GANET', 'GANNET');
    const unit = secondary_line.toUpperCase();
    const [zip = '', plus4] = zip_code.split('-');
    return c.json({
      id: `us_ver_${createHash('sha256').update(line).digest('hex').slice(0, 16)}`,
      recipient: '',
      primary_line: line,
      secondary_line: unit,
      urbanization: '',
      last_line: `${city.toUpperCase()} ${state} ${zip}`,
      deliverability: deliverabilityOf(line, unit),
      components: {
        city: city.toUpperCase(),
        state,
        zip_code: zip,
        zip_code_plus_4: plus4 ?? '1234',
        delivery_point_barcode: withCheckDigit(
          `${zip}${plus4 ?? '1234'}${line.replaceAll(/\D/g, '').slice(-2).padStart(2, '0')}`,
        ),
      },
      object: 'us_verification',
    });
  });
}

function deliverabilityOf(line: string, unit: string): string {
  if (/NOWHERE|VACANT/.test(line)) return 'undeliverable';
  if (line.includes('BUNGALOW') && unit !== '') return 'deliverable_unnecessary_unit';
  if (!line.includes('TENEMENT')) return 'deliverable';
  if (unit === '') return 'deliverable_missing_unit';
  return Number(/\d+/.exec(unit)?.[0] ?? 0) > 99 ? 'deliverable_incorrect_unit' : 'deliverable';
}

/** All twelve digits add up to a multiple of ten. */
function withCheckDigit(digits: string): string {
  const sum = digits.split('').reduce((total, digit) => total + Number(digit), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
