import { startLob } from '../fakes/lob/lob.ts';
import { startUsps } from '../fakes/usps/usps.ts';
import { openServerBeside, type ServerBeside } from './shops.ts';

const CLIENT = { id: 'the-club', secret: 'a-consumer-secret' };
/** The scan feed's login. */
export const SCANS_LOGIN = 'usps:a-feed-of-scans-alone';

/** A server beside the shared shop that asks the post about addresses, hears its scans and has a printer. */
export async function openCarrierBeside(
  changes: Readonly<Record<string, string>> = {},
): Promise<{ readonly beside: ServerBeside; readonly close: () => Promise<unknown> }> {
  const usps = await startUsps({ port: 0, client: CLIENT, callsPerHour: 1_000 });
  const lob = await startLob({ port: 0, apiKey: 'test_standin0' });
  const beside = await openServerBeside({
    ADDRESS_CHECKS: 'usps',
    ADDRESS_CHECKS_PER_HOUR: '1000',
    USPS_CLIENT_ID: CLIENT.id,
    USPS_CLIENT_SECRET: CLIENT.secret,
    USPS_API_BASE: usps.url,
    USPS_SCANS_LOGIN: SCANS_LOGIN,
    LOB_API_KEY: 'test_standin0',
    LOB_API_BASE: lob.url,
    LOB_LETTER_CENTS: '105',
    LOB_SHEET_CENTS: '10',
    RETURN_ADDRESS: '1 Pier Road | Wick Harbor, ME 04614',
    ...changes,
  });
  return { beside, close: () => Promise.all([beside.close(), usps.close(), lob.close()]) };
}
