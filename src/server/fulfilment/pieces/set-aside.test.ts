import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { storedAddress, unprintableInWords } from '../../../domain/envelope.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';
import { mailingPieces } from '../schema.ts';
import { findSubscription } from '../../commerce/subscriptions/queries.ts';
import { insertAddress, listAllAddresses } from '../../customers/addresses/queries.ts';
import { resolveSetAside } from './set-aside.ts';

const fulfilment = await openFulfilment('2027-03-02T17:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const OPERATOR: OperatorAct = { operator: 'odile@deadletter.example', operatorId: randomUUID(), note: 'a test' };

async function pieceOf(subscriptionId: string) {
  const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId));
  return piece;
}

test('an address set aside for a character that cannot be printed names it and its line, and can be released without it', async () => {
  const { subscriptionId } = await addSubscriber(db, {
    serviceStart: '2027-03-01',
    address: {
      addressLine1: '12\u2153 Gannet Row',
      fullName: 'Ada\u2605 Quill',
    },
  });
  await fulfilment.freeze((await fulfilment.firstLetters('2027-03-02')).id);
  const piece = await pieceOf(subscriptionId);
  expect(piece).toMatchObject({ state: 'set_aside', reason: 'characters' });
  expect(piece && unprintableInWords(storedAddress(piece.address))).toEqual([
    'Line 1 has U+2605 \u2605, which our envelope face can\u2019t print.',
    'Line 2 has U+2153 \u2153, which our envelope face can\u2019t print.',
  ]);
  const address = { ...HARBOR_ADDRESS, addressLine1: '12\u2153 Gannet Row' };
  await expect(
    resolveSetAside(ctx, piece?.id ?? '', { kind: 'fix', address, forLater: false }, OPERATOR),
  ).rejects.toMatchObject({ fields: { addressLine1: 'Replace \u201c\u2153\u201d: we can\u2019t print it.' } });
  await resolveSetAside(ctx, piece?.id ?? '', { kind: 'send' }, OPERATOR);
  expect(await pieceOf(subscriptionId)).toMatchObject({
    state: 'frozen',
    address: { fullName: 'Ada Quill', addressLine1: '12 Gannet Row' },
  });
});

test('an address corrected for later letters to one that its owner has on file is that one, which becomes the default', async () => {
  fulfilment.now = new Date('2027-03-03T17:00:00Z');
  const wrong = { addressLine1: '2 Gannet Row', postalCode: '0461' };
  const { subscriptionId, userId, addressId } = await addSubscriber(db, { serviceStart: '2027-03-02', address: wrong });
  const typed = { ...storedAddress({ ...HARBOR_ADDRESS, countryName: null, addressLine2: null }), userId };
  const { id } = await insertAddress(db, { ...typed, label: 'Address 2', isDefault: false }, fulfilment.now);
  await fulfilment.freeze((await fulfilment.firstLetters('2027-03-03')).id);
  const piece = await pieceOf(subscriptionId);
  const fix = { kind: 'fix', address: HARBOR_ADDRESS, forLater: true } as const;
  await resolveSetAside(ctx, piece?.id ?? '', fix, OPERATOR);
  expect(await findSubscription(db, subscriptionId)).toMatchObject({ shippingAddressId: id });
  expect(await listAllAddresses(db, userId)).toMatchObject([
    { id, isDefault: true },
    { id: addressId, isDefault: false, ...wrong },
  ]);
});
