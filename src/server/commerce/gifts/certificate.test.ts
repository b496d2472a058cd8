import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { draftGift, emailsAbout, giveGift, inDays, newYorkToday } from '../../../../test/builders/gifts.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { claimGift, listGifts, printGiftCertificate } from '../../../contract/gifts.ts';
import { getCalendarFile } from '../../../contract/letters.ts';
import { cancelSubscription, getDelivery, resumeSubscription } from '../../../contract/subscriptions.ts';
import { gifts } from '../schema.ts';
import { announceGifts } from './announce-gift.ts';
import { NICE } from './certificate-press.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { CARD_TEXT_WIDTH } from '../../../domain/message-card.ts';
import { lettersAre } from '../../../domain/letters-in-words.ts';

const shop = await startShop();

async function read(pdfBase64: string): Promise<{ pages: number; text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(pdfBase64, 'base64')));
  const { totalPages, text } = await extractText(pdf, { mergePages: true });
  return { pages: totalPages, text };
}

test('a certificate names both, quotes the message, says the day and never the price, and its link claims the gift', async () => {
  const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
  const startDate = inDays(shop, 12);
  const { id } = await giveGift(giver, startDate, {
    recipientName: 'Łucja Żółć',
    giftMessage: 'Keep the envelopes.',
    notifyRecipient: false,
  });
  const { fileName, pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
  expect(fileName).toMatch(/\.pdf$/);
  const { pages, text } = await read(pdfBase64);
  expect(pages).toBe(1);
  for (const words of ['Łucja Żółć', 'Ada Quill', 'Keep the envelopes.', formatDate(startDate)]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/\$|15\.00/);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('a mystery in 24 letters, month by month');
  const token = /token=([\w-]{43})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? '';
  expect(await recipient.call(claimGift, { body: { token } })).toMatchObject({ id });
  const opened = await giver.call(printGiftCertificate, { params: { id } });
  expect((await read(opened.pdfBase64)).text).not.toContain('token=');
});

test('a certificate with the longest message that two cards have room for is one page', async () => {
  const giver = await shop.signUp();
  const giftMessage = Array.from(
    { length: 24 },
    (_, line) => `${line + 1}. Keep every envelope of this, and burn none.`,
  );
  const { id } = await giveGift(giver, inDays(shop, 12), { giftMessage: giftMessage.join('\n') });
  const { pages, text } = await read((await giver.call(printGiftCertificate, { params: { id } })).pdfBase64);
  expect(text).toContain('24. Keep every envelope');
  expect(pages).toBe(1);
});

test('a cancelled gift’s certificate, announcement and accounts name the letters still to come, and no other number', async () => {
  const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
  const { id, subscriptionId } = await giveGift(giver, newYorkToday(shop));
  const params = { id: subscriptionId };
  await giver.call(cancelSubscription, { params });
  // A month holds two mailing days, or three.
  const last = (await giver.call(getDelivery, { params })).toCome?.last ?? 0;
  expect([2, 3]).toContain(last);
  const toCome = { first: 1, last };

  const { pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
  const words = (await read(pdfBase64)).text.replaceAll(/\s+/g, ' ');
  expect(words).toContain(`${lettersAre(toCome)} still to come.`);
  expect(words).not.toMatch(/24 letters|One season/);
  await announceGifts(shop.ctx);
  const [email] = await emailsAbout(shop, id);
  expect(email?.data).toMatchObject({ ending: { toCome } });

  const token = new URL(String(email?.data['claimUrl'])).searchParams.get('token');
  const claimed = await recipient.call(claimGift, { body: { token } });
  expect(claimed).toMatchObject({ totalLetters: last, toCome });
  expect((await recipient.call(listGifts)).received).toEqual([claimed]);
  expect((await giver.call(listGifts)).given).toMatchObject([{ totalLetters: last }]);
  const { content } = await recipient.call(getCalendarFile, { params });
  expect(content).toContain('SUMMARY:Letter 2');
  expect(content).not.toContain('of 24');
  await giver.call(resumeSubscription, { params });
  expect((await recipient.call(listGifts)).received).toMatchObject([{ totalLetters: 24, toCome: null }]);
});

test('the process that sets certificates gives way to the one that answers visitors', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, newYorkToday(shop));
  await giver.call(printGiftCertificate, { params: { id } });
  const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n');
  const own = processes.map((line) => line.trim().split(/\s+/)).filter(([parent]) => Number(parent) === process.pid);
  const press = own.find((columns) => columns.join(' ').includes('certificate-process'));
  expect(getPriority(Number(press?.[1]))).toBe(NICE);
});

test.each(['山田太郎', 'Josef Škvorecký', 'Νίκος Καζαντζάκης'])(
  'prints the name of %s as it is written',
  async (recipientName) => {
    const giver = await shop.signUp();
    const { id } = await giveGift(giver, newYorkToday(shop), {
      recipientName,
      giftMessage: `手紙\n\nPro ${recipientName}`,
    });
    const { pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
    const { pages, text } = await read(pdfBase64);
    expect(pages).toBe(1);
    expect(text.replaceAll(/\s/g, '')).toContain(`for${recipientName.replaceAll(' ', '')}fromAdaQuill手紙`);
  },
);

test.each(['김민준', 'Kim 민준', 'ليلى'])(
  'leaves a line for the name of %s, which is in no type case, and says what is missing of a message',
  async (recipientName) => {
    const giver = await shop.signUp();
    const giftMessage = `Pro ${recipientName}\nKeep the envelopes.`;
    const { id } = await giveGift(giver, newYorkToday(shop), { recipientName, giftMessage });
    const { pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
    const { text } = await read(pdfBase64);
    expect(text).toMatch(/for _{24}/);
    expect(text).toContain('Keep the envelopes.');
    expect(text).toContain('(We couldn’t print some of the characters in this message.)');
  },
);

test('of a missing picture nothing is said, and a letter in two parts is one', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, newYorkToday(shop), { recipientName: 'Rene\u0301e', giftMessage: 'Enjoy 🔪.' });
  const { pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
  const { text } = await read(pdfBase64);
  expect(text).toContain('for Renée');
  expect(text).toContain('Enjoy .');
  expect(text).not.toContain('print');
});

test('a message from before messages were limited takes the pages it needs', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, newYorkToday(shop));
  const message = 'Never open it alone. '.repeat(235).trim();
  await shop.ctx.db.update(gifts).set({ message }).where(eq(gifts.id, id));
  const { pdfBase64 } = await giver.call(printGiftCertificate, { params: { id } });
  const { pages, text } = await read(pdfBase64);
  expect(pages).toBeGreaterThan(1);
  expect(text.match(/Never/g)).toHaveLength(235);
});

test('another’s gift has no certificate', async () => {
  const [giver, stranger] = [await shop.signUp(), await shop.signUp()];
  const { id } = await giveGift(giver, newYorkToday(shop));
  await expect(stranger.call(printGiftCertificate, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test('a draft comes with its message in the lines and on the cards that are printed', async () => {
  const giver = await shop.signUp();
  const paragraph =
    'Somebody has to tell you about the envelopes, and about the boy who counts, and it had better be me.';
  const giftMessage = [paragraph, ...Array.from({ length: 12 }, (_, line) => `Line ${line + 1}.`)].join('\n');
  const { cards } = await draftGift(giver, newYorkToday(shop), { giftMessage });
  expect(cards.map((lines) => lines.length)).toEqual([13, 1]);
  expect(`${cards[0]?.[0]?.text} ${cards[0]?.[1]?.text}`).toBe(paragraph);
  expect(cards.flat().every(({ width }) => width <= CARD_TEXT_WIDTH)).toBe(true);
  expect((await draftGift(giver, newYorkToday(shop), { giftMessage: '' })).cards).toEqual([]);
});
