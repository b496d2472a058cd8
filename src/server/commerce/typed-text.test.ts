import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { giftForm, newYorkToday } from '../../../test/builders/gifts.ts';
import { callAuth, PASSWORD, type SessionReply } from '../../../test/clients/shopper.ts';
import { startShop } from '../../../test/server/shop.ts';
import { getAccount, saveProfile } from '../../contract/account.ts';
import { createAddress } from '../../contract/addresses.ts';
import { createGiftDraft } from '../../contract/gifts.ts';
import { FORM_PATHS } from '../../contract/site-paths.ts';
import { shippingAddresses, userProfiles } from '../customers/schema.ts';
import { users } from '../identity/schema.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '100' } });
const { db } = shop.ctx;

const MARKS = '\u200B\u200C\u200E\u202A\u202C\u2060\uFE0F';
const marked = (text: string) => `${MARKS}${text.replace(' ', ` ${MARKS} `)}${MARKS}`;
const MARKED_ADDRESS = Object.fromEntries(
  Object.entries(HARBOR_ADDRESS).map(([field, line]) => [
    field,
    typeof line === 'string' && field !== 'country' ? marked(line) : line,
  ]),
) as typeof HARBOR_ADDRESS;

describe('characters that nobody sees are stored', () => {
  test('with no name and no line of an address of a sign-up', async () => {
    const data = { full_name: marked('Ada Quill'), shipping_address: MARKED_ADDRESS };
    const asked = { email: 'marked@example.com', password: PASSWORD, data };
    const { user } = await callAuth<SessionReply>(shop.siteUrl, '/signup', asked);
    const [profile] = await db.select().from(userProfiles).where(eq(userProfiles.id, user.id));
    const [account] = await db.select().from(users).where(eq(users.id, user.id));
    const [address] = await db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, user.id));
    expect([profile?.fullName, account?.userMetadata['full_name']]).toEqual(['Ada Quill', 'Ada Quill']);
    expect(address).toMatchObject(HARBOR_ADDRESS);
  });

  test('with no name of a profile, no further address and no gift', async () => {
    const subscriber = await shop.signUp();
    await subscriber.call(saveProfile, { body: { fullName: marked('Ada Quill') } });
    expect((await subscriber.call(getAccount)).profile.fullName).toBe('Ada Quill');
    expect(await subscriber.call(createAddress, { body: MARKED_ADDRESS })).toMatchObject(HARBOR_ADDRESS);
    const form = giftForm(newYorkToday(shop), {
      recipientName: marked('Grace Marsh'),
      giftMessage: 'a\u200Bb\n\n\n❤️',
    });
    expect(await subscriber.call(createGiftDraft, { body: form })).toMatchObject({
      recipientName: 'Grace Marsh',
      giftMessage: 'ab\n\n❤️',
    });
  });
});

describe('one rule for email addresses', () => {
  const doors: Readonly<Record<string, (email: string) => Promise<number>>> = {
    'sign-up': (email) => statusOf(callAuth(shop.siteUrl, '/signup', { email, password: PASSWORD })),
    'a forgotten password': (email) => statusOf(callAuth(shop.siteUrl, '/recover', { email })),
    'a gift': async (email) => {
      const body = giftForm(newYorkToday(shop), { recipientEmail: email });
      return await statusOf((await subscriber()).call(createGiftDraft, { body }));
    },
    'Tell me when': async (email) => {
      const body = new URLSearchParams({ email, season: 'season-2' });
      const answer = await fetch(new URL(FORM_PATHS.seasonWait, shop.siteUrl), {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      return answer.status;
    },
    'a new address': async (email) => {
      const { accessToken } = await subscriber();
      const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      return answer.status;
    },
  };

  const subscriber = () => (signedUp ??= shop.signUp());
  let signedUp: ReturnType<typeof shop.signUp> | undefined;

  test.each(Object.keys(doors))('%s refuses what no browser would send, and what nobody sees', async (door) => {
    for (const email of [
      'a\u200Bda@example.com',
      'adé@example.com',
      'ada@example',
      'ada@exam\u00ADple.com',
      'ada@b ü.de',
    ]) {
      const status = await doors[door]?.(email);
      expect([email, status === 400 || status === 422]).toEqual([email, true]);
    }
  });

  test.each(Object.keys(doors))(
    '%s takes an address with spaces around it and an international domain',
    async (door) => {
      const email = ` ${door.replaceAll(' ', '-')}@Bücher.example `;
      expect(await doors[door]?.(email)).toBeLessThan(400);
    },
  );

  test('what was typed with an international domain is stored in punycode, and signs in both ways', async () => {
    const [stored] = await db.select().from(users).where(eq(users.email, 'sign-up@xn--bcher-kva.example'));
    expect(stored).toBeDefined();
    for (const email of [' Sign-Up@BÜCHER.example', 'sign-up@xn--bcher-kva.example']) {
      const session = await callAuth<SessionReply>(shop.siteUrl, '/token?grant_type=password', {
        email,
        password: PASSWORD,
      });
      expect(session.user.id).toBe(stored?.id);
    }
  });
});

/** 200 for what is answered; else the status of the refusal. */
async function statusOf(answer: Promise<unknown>): Promise<number> {
  return await answer.then(
    () => 200,
    (error: Error & { status?: number }) => error.status ?? Number(error.cause),
  );
}
