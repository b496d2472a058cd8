import { expect, test } from 'vitest';
import { BRANDING, SAMPLES } from '../../test/builders/email-samples.ts';
import { WHEN_MISSING } from '../domain/letters-in-words.ts';
import { QUESTIONS } from '../web/pages/landing/questions.ts';
import { type EmailKind, EMAILS } from './catalogue.ts';
import { renderEmail } from './render-email.ts';

function wordsOf(kind: EmailKind, changes: object = {}): string {
  return renderEmail(kind, { ...SAMPLES[kind], ...changes }, BRANDING).text.replaceAll(/\s+/g, ' ');
}

test('the welcome speaks of no season as bought, of no gift as given, of no address and of no name that nobody gave', () => {
  for (const name of ['Odile', null]) {
    const words = wordsOf('welcome', { name });
    expect(words).toContain(
      'Choose a season for yourself, or give one to someone you like. If you were given a season',
    );
    expect(words).toContain('Nothing is ordered or charged until you buy.');
    expect(words).not.toMatch(/your (season|subscription|letters|address|mat|gift|name)|is on its way/i);
  }
});

test('the welcome gives nothing of the story away', () => {
  expect(wordsOf('welcome')).not.toMatch(/dead(?! ?letter)|killed|murderer/i);
});

test('an email about money, mail that came back or security makes no joke of the story', () => {
  const kinds = Object.keys(EMAILS) as EmailKind[];
  const serious = kinds.filter((kind) => EMAILS[kind].about === 'money' || EMAILS[kind].about === 'safety');
  expect(serious.length).toBeGreaterThan(20);
  for (const kind of serious) {
    expect(wordsOf(kind)).not.toMatch(/dead(?! ?letter)|murder(?! mystery)|dark|alibi|corpse|handwriting/i);
  }
});

test('the email about a letter in the post names the day on which the post took it, which may be entered later', () => {
  for (const again of [true, false]) {
    const words = wordsOf('letter-mailed', { again });
    expect(words).toContain(`We mailed letter 2 of 24 ${again ? 'again ' : ''}on November 13, 2026.`);
    expect(words).not.toContain('today');
    const queuedBefore = wordsOf('letter-mailed', { again, handedOverOn: undefined });
    expect(queuedBefore).toContain(`We mailed letter 2 of 24${again ? ' again' : ''}. `);
  }
});

test('a letter that is missing is told of in one sentence, in the emails and on the front page', () => {
  expect(wordsOf('letter-mailed')).toContain(WHEN_MISSING);
  expect(wordsOf('letter-guide')).toContain(WHEN_MISSING);
  expect(QUESTIONS.map(({ answer }) => answer).join(' ')).toContain(WHEN_MISSING);
});

test('a letter in the post tells a recipient who gave it, and how to stop such emails; of a cancelled gift it counts no season', () => {
  const given = (changes: object) =>
    wordsOf('letter-mailed', { gift: { giverName: 'Ada Quill', cancelled: false, ...changes } });
  expect(given({})).toContain('because Ada Quill gave you these letters, and emails about them are turned on');
  expect(given({ giverName: null })).toContain('because someone who knows you gave you these letters');
  expect(given({})).toContain('https://deadletter.example/account/profile');
  expect(given({})).not.toMatch(/subscri/i);
  expect(given({})).toContain('letter 2 of 24');
  expect(given({ cancelled: true })).toContain('We mailed letter 2 on');
  expect(given({ cancelled: true })).not.toContain('of 24');
  expect(wordsOf('letter-guide')).not.toContain('of 24');
  expect(wordsOf('letter-mailed')).toContain('because you bought a season');
});

test('the email about a letter that came back promises a copy only if one is approved, else names Support as its row does', () => {
  const words = wordsOf('letter-returned');
  expect(words).toContain('To have letter 2 mailed again, ask Support');
  expect(words).not.toContain('No letter is skipped');
  const again = wordsOf('letter-returned', { isMailedAgain: true });
  expect(again).toContain('When you’ve corrected the address or we’ve checked it, we’ll also mail letter 2 again.');
  expect(again).not.toContain('ask Support');
});

test('a returned letter of a gift asks its giver to email the right address, which the giver can’t change any more', () => {
  expect(wordsOf('letter-returned')).toContain('please correct the address. Check the address:');
  const gift = wordsOf('letter-returned', { giftFor: 'Ruth Calloway' });
  expect(gift).toContain('or Ruth Calloway has moved, email the right address to support@deadletter.example');
  expect(gift).not.toMatch(/correct (it|the address)/);
});

test('a gift from a giver without a name ends in a sentence, too', () => {
  expect(wordsOf('gift-arrived', { giverName: null })).toContain('because someone who knows you gave us this address');
});

test('the emails about an end speak of its own charges, and not of a card that may pay for another season or a gift', () => {
  const ends = (['asked', 'unpaid', 'ended'] as const).map((reason) => wordsOf('subscription-cancelled', { reason }));
  for (const words of [...ends, wordsOf('season-ending')]) {
    expect(words).toMatch(/nothing more will be charged for it/i);
    expect(words).not.toMatch(/your card/i);
  }
});

test('an email about an end that the subscriber didn’t ask for says “ended”, and names letters to come only if there are any', () => {
  for (const reason of ['unpaid', 'ended']) {
    expect(wordsOf('subscription-cancelled', { reason })).not.toMatch(/cancel(ed|led)/i);
  }
  expect(wordsOf('subscription-cancelled', { reason: 'asked' })).toContain('is canceled');
  expect(wordsOf('subscription-cancelled', { toCome: null })).not.toContain('still to come');
  expect(wordsOf('refunded', { amountCents: 0 })).not.toContain('guarantee');
});

test('the email about a gift’s purchase tells a giver without a name how to be named to the recipient', () => {
  expect(wordsOf('gift-bought')).toContain('The email has your message and your name, but not the price.');
  expect(wordsOf('gift-bought', { hasMessage: false })).toContain('The email has your name, but not the price.');
  expect(wordsOf('gift-bought', { name: null })).toContain(
    'The email has your message, but not the price. To have your name in it, add your name under Profile',
  );
});

test('an email about one order’s dispute or refund says nothing about letters and charges of other orders', () => {
  for (const outcome of ['open', 'won', 'lost']) {
    const words = wordsOf('payment-disputed', { outcome, giftFor: 'Ruth Calloway', monthly: false });
    expect(words).not.toMatch(/no letters\.|charge nothing more and|Nothing more is charged\./);
  }
  expect(wordsOf('refunded')).toContain('We charge nothing more for it and mail no more of its letters.');
});
