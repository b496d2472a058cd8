import { expect } from '@playwright/test';
import { newYorkDate } from '../../src/domain/calendar-date.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { actionLinkIn, emailTo } from '../mailbox.ts';
import { openServerBeside, sharedShop } from '../shops.ts';
import { handOverLetter } from '../subscriber.ts';
import { buys, paysByCard, signsIn, signsOut, signsUp, walksTheAccount } from './walking.ts';
import { test } from './visitor.ts';

test('a stranger signs up for the annual plan, pays, sees the account, signs out and signs in', async ({ visitor }) => {
  const user = await signsUp(visitor, '/signup?plan=annual');
  await buys(visitor, '$153.00');
  await walksTheAccount(visitor);
  await signsOut(visitor);
  await visitor.open('/signin');
  await signsIn(visitor, user.email, user.password);
  await visitor.sees('heading', 'Your Account');
});

test('a subscriber gives a gift from the front page', async ({ visitor }) => {
  const giver = await Shopper.signUp(sharedShop());
  await visitor.open('/signin');
  await signsIn(visitor, giver.email);
  await visitor.open('/');
  await visitor.presses('Give as a gift');
  await visitor.presses('Continue');
  await visitor.sees('field', 'Recipient name');
  await visitor.fills({
    'Recipient name': 'Wendell Pike',
    'Recipient email': 'wendell@example.com',
    'Full name on package': 'W. Pike',
    'Address line 1': '4 Tar Lane',
    City: 'Whitby',
    'Gift message': 'Keep the envelopes.',
  });
  await visitor.sets('Country', 'GB');
  await visitor.fills({ Postcode: 'YO22 4JR' });
  await visitor.sets('Start date', newYorkDate(new Date()));
  await visitor.presses('Continue to Payment');
  await visitor.sees('heading', 'Payment');
  await paysByCard(visitor, '$15.00');
});

test('a forgotten password is set anew by the emailed link', async ({ visitor }) => {
  const { email } = await Shopper.signUp(sharedShop());
  await visitor.open('/forgot-password');
  await visitor.fills({ Email: email });
  await visitor.presses('Send Reset Link');
  await visitor.sees('text', 'emailed a reset link to that address');
  await visitor.open(actionLinkIn(await emailTo(email, /Reset/)));
  await visitor.driver.click({ kind: 'selector', name: 'main button' });
  await visitor.fills({ 'New password': 'kelp-and-candles-8', 'Confirm new password': 'kelp-and-candles-8' });
  await visitor.presses('Reset Password');
  await visitor.sees('button', 'Sign In');
  await signsIn(visitor, email, 'kelp-and-candles-8');
});

test('notes are kept while the server is gone, and signing out leaves none on the device', async ({ visitor }) => {
  const reader = await Shopper.signUp(sharedShop());
  await reader.buy();
  await handOverLetter(reader, 1, 30);
  const server = await openServerBeside({});
  await visitor.open(`${server.url}/signin?next=%2Faccount%2Fcase%2Fnotes`);
  await signsIn(visitor, reader.email);
  await visitor.presses('Pin a note');
  await visitor.fills({ 'Letter 1': 'Before the storm' });
  await visitor.sees('text', 'All notes are saved on this device and in your account.');
  await server.close();
  await visitor.presses('Pin a note');
  await visitor.fills({ 'Letter 1': 'By candle' });
  await visitor.sees('text', 'No connection.');

  await visitor.open('/signin?next=%2Faccount%2Fcase%2Fnotes');
  await signsIn(visitor, reader.email);
  await visitor.sees('text', 'All notes are saved on this device and in your account.');
  await signsOut(visitor);
  expect(await visitor.driver.inPage(storesOfNotes)).toEqual([]);
});

async function storesOfNotes() {
  return (await indexedDB.databases()).map(({ name }) => name);
}
