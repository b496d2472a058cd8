import { holdLetters, sendElsewhere } from '../src/contract/letters.ts';
import { getAccount } from '../src/contract/account.ts';
import { listGifts } from '../src/contract/gifts.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { DEMO_PASSWORD } from '../src/server/seed/people.ts';
import { giveGift } from '../test/gifts.ts';
import { payerAt } from '../test/payer.ts';
import { HARBOR_ADDRESS, Shopper } from '../test/shopper.ts';

/** A shop in which every button is pressed. */
export interface CrawledShop {
  readonly url: string;
  readonly databaseUrl: string;
  readonly sandboxUrl: string;
}

export function crawledShop(): CrawledShop {
  return JSON.parse(process.env['CRAWLED_SHOP'] ?? '{}') as CrawledShop;
}

/**
 * Gives the reader what the demonstration has not: another device, a second season that is on hold and sent elsewhere for a while, and two
 * gifts, of which one has begun. Once, however often it is asked.
 */
export async function enrichReader({ url, sandboxUrl }: CrawledShop): Promise<void> {
  const reader = await signIn(url, sandboxUrl, 'reader@deadletter.example');
  if ((await reader.call(listGifts)).given.length > 0) return;
  const today = newYorkDate(new Date());
  await giveGift(reader, today);
  await giveGift(reader, addDays(today, 60), { recipientName: 'Ada Quill', notifyRecipient: false });
  await reader.buy({ planType: 'annual', buyAnother: true });
  const { subscriptions } = await reader.call(getAccount);
  const annual = subscriptions.find(({ planType }) => planType === 'annual');
  if (annual === undefined) throw new Error('The reader has bought a season and has none.');
  const params = { id: annual.id };
  await reader.call(holdLetters, { params, body: { fromLetter: 5, resumeOn: addDays(today, 150) } });
  const address = { ...HARBOR_ADDRESS, addressLine1: '2 Lighthouse Steps' };
  await reader.call(sendElsewhere, { params, body: { fromLetter: 3, toLetter: 4, address } });
}

async function signIn(siteUrl: string, sandboxUrl: string, email: string): Promise<Shopper> {
  const answer = await fetch(`${siteUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The sign-in was refused: ${await answer.text()}`);
  const session = (await answer.json()) as { access_token: string; user: { id: string } };
  const payer = payerAt(sandboxUrl);
  return Shopper.withSession({ siteUrl, payer }, { userId: session.user.id, email, accessToken: session.access_token });
}
