import * as z from 'zod/mini';
import type { Verdict } from '../../../domain/address-check.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AddressChecker, Checked } from '../address-checker.ts';

const reply = z.object({
  primary_line: z.string(),
  secondary_line: z.string(),
  components: z.object({
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    zip_code_plus_4: z.string(),
    delivery_point_barcode: z.optional(z.nullable(z.string())),
  }),
  deliverability: z.string(),
});

const DELIVERABILITY: Readonly<Record<string, Verdict>> = {
  deliverable: 'deliverable',
  deliverable_unnecessary_unit: 'deliverable',
  deliverable_incorrect_unit: 'unit_unconfirmed',
  deliverable_missing_unit: 'unit_missing',
  undeliverable: 'undeliverable',
};

export function lobChecker({ apiKey, url }: NonNullable<Config['lob']>): AddressChecker {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  return {
    name: 'lob',
    async check({ addressLine1, addressLine2, city, stateProvince, postalCode }, signal): Promise<Checked> {
      const body = {
        primary_line: addressLine1,
        secondary_line: addressLine2 ?? '',
        city,
        state: stateProvince,
        zip_code: postalCode,
      };
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/us_verifications`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      if (!answer.ok) throw new Error(`Lob answered ${answer.status}.`);
      const { primary_line, secondary_line, components, deliverability } = reply.parse(await answer.json());
      const verdict = DELIVERABILITY[deliverability];
      if (verdict === undefined) throw new Error('Lob answered with an unknown deliverability.');
      const { zip_code: zip, zip_code_plus_4: plus4, delivery_point_barcode: barcode } = components;
      if (primary_line === '') return { verdict, book: null, deliveryPoint: null };
      return {
        verdict,
        deliveryPoint: pointOf(barcode ?? '', zip + plus4),
        book: {
          addressLine1: primary_line,
          addressLine2: secondary_line,
          city: components.city,
          stateProvince: components.state,
          postalCode: plus4 === '' ? zip : `${zip}-${plus4}`,
        },
      };
    },
  };
}

/** The barcode has ZIP, ZIP+4, two digits of the delivery point and a check digit. */
function pointOf(barcode: string, zipPlus4: string): string | null {
  return barcode.startsWith(zipPlus4) && /^\d{12}$/.test(barcode) ? barcode.slice(9, 11) : null;
}
