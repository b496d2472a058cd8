import * as z from 'zod/mini';
import type { Verdict } from '../../../domain/address-check.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AddressChecker, Checked } from '../address-checker.ts';

const tokenReply = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const addressReply = z.object({
  address: z.object({
    streetAddress: z.string(),
    secondaryAddress: z.optional(z.nullable(z.string())),
    city: z.string(),
    state: z.string(),
    ZIPCode: z.string(),
    ZIPPlus4: z.optional(z.nullable(z.string())),
  }),
  additionalInfo: z.object({ DPVConfirmation: z.string(), deliveryPoint: z.optional(z.nullable(z.string())) }),
});

/** The letters of USPS's Delivery Point Validation. */
const DPV: Readonly<Record<string, Verdict>> = {
  Y: 'deliverable',
  D: 'unit_missing',
  S: 'unit_unconfirmed',
  N: 'undeliverable',
};

/** A token is renewed this long before it expires, so that it is valid when the request arrives. */
const MARGIN_SECONDS = 60;

export function uspsChecker({
  clientId,
  clientSecret,
  url,
}: NonNullable<Config['addressChecks']['usps']>): AddressChecker {
  let token: { readonly text: string; readonly until: number } | null = null;

  async function tokenNow(signal: AbortSignal): Promise<string> {
    if (token !== null && performance.now() < token.until) return token.text;
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/oauth2/v3/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
    if (!answer.ok) throw new Error(`USPS refused a token with ${answer.status}.`);
    const { access_token: text, expires_in: seconds } = tokenReply.parse(await answer.json());
    token = { text, until: performance.now() + (seconds - MARGIN_SECONDS) * 1000 };
    return text;
  }

  return {
    name: 'usps',
    async check({ addressLine1, addressLine2, city, stateProvince, postalCode }, signal): Promise<Checked> {
      const query = new URLSearchParams({
        streetAddress: addressLine1,
        city,
        state: stateProvince,
        ZIPCode: postalCode.slice(0, 5),
      });
      if (addressLine2 !== null) query.set('secondaryAddress', addressLine2);
      const headers = { authorization: `Bearer ${await tokenNow(signal)}`, accept: 'application/json' };
      const answer = await fetch(`${url}/addresses/v3/address?${query.toString()}`, {
        headers,
        redirect: 'error',
        signal,
      });
      if (answer.status === 401) token = null;
      if (answer.status === 404) return { verdict: 'undeliverable', book: null, deliveryPoint: null };
      if (!answer.ok) throw new Error(`USPS answered ${answer.status}.`);
      const { address, additionalInfo } = addressReply.parse(await answer.json());
      const verdict = DPV[additionalInfo.DPVConfirmation];
      if (verdict === undefined) throw new Error('USPS answered with an unknown confirmation.');
      return {
        verdict,
        deliveryPoint: additionalInfo.deliveryPoint ?? null,
        book: {
          addressLine1: address.streetAddress,
          addressLine2: address.secondaryAddress ?? '',
          city: address.city,
          stateProvince: address.state,
          postalCode: address.ZIPPlus4 ? `${address.ZIPCode}-${address.ZIPPlus4}` : address.ZIPCode,
        },
      };
    },
  };
}
