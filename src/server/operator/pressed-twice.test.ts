import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS, RECIPIENT_ADDRESS } from '../../../test/builders/addresses.ts';
import { giveGift } from '../../../test/builders/gifts.ts';
import { csvOf, fileRow } from '../../../test/builders/import-files.ts';
import { hireOperator, passSecondStep } from '../../../test/builders/operators.ts';
import { stripeDesk } from '../../../test/builders/stripe-edits.ts';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import type { Input, Shopper } from '../../../test/clients/shopper.ts';
import { startShop } from '../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../contract/operator/api.ts';
import { addDays, newYorkDate } from '../../domain/calendar-date.ts';
import { businessDayFrom } from '../../domain/holidays.ts';
import { nextMailingDays } from '../../domain/mailing-calendar.ts';
import { paymentWarnings } from '../commerce/billing-schema.ts';
import { gifts } from '../commerce/schema.ts';
import { stripeChanges } from '../commerce/stripe-changes-schema.ts';
import { shippingAddresses, userProfiles } from '../customers/schema.ts';
import { postageRates } from '../fulfilment/postage-schema.ts';
import { deliveryHolds, mailingEvents, mailingPieces, mailingRuns, reships } from '../fulfilment/schema.ts';
import { operators } from '../identity/schema.ts';
import { emailOutbox, emailSuppressions, holidayOverrides, operatorLog, shopSettings } from '../platform/schema.ts';
import { workAtImport } from './imports/work.ts';

const shop = await startShop();
const { db, clock } = shop.ctx;
const note = 'They wrote to us.';
const today = newYorkDate(clock.now());
const friday = nextMailingDays(addDays(today, 30), 1)[0] ?? today;
const rate = { zone: 'Domestic', validFrom: addDays(today, 30), oneOunceCents: 78 };
let clerks: readonly Shopper[];

beforeAll(async () => {
  clerks = [await hireOperator(shop), await hireOperator(shop)];
});

const rows = (table: PgTable, which?: SQL) => () => db.$count(table, which);
const logged = (action: string) => rows(operatorLog, eq(operatorLog.action, action));

interface Pressed {
  readonly prepare?: () => Promise<Input>;
  /** Counts the effects: one, however often the button was pressed. */
  readonly effects: () => Promise<number>;
  /** True if the second press is refused as already done. */
  readonly refusesSecond?: true;
}

const PRESSED = {
  changeSetting: {
    prepare: async () => ({ params: { name: 'promoBanner' }, body: { value: 'Gifts arrive by Friday.' } }),
    effects: rows(shopSettings, eq(shopSettings.name, 'promoBanner')),
  },
  clearSetting: { prepare: async () => ({ params: { name: 'promoBanner' } }), effects: logged('setting_cleared') },
  correctHoliday: {
    prepare: async () => ({ body: { day: businessDayFrom(addDays(today, 9)), as: 'closed', note } }),
    effects: rows(holidayOverrides),
  },
  savePostageRate: { prepare: async () => ({ body: rate }), effects: rows(postageRates) },
  takePostageRateBack: {
    prepare: async () => ({ body: { zone: rate.zone, validFrom: rate.validFrom } }),
    effects: logged('postage_rate_taken_back'),
    refusesSecond: true,
  },
  liftEmailSuppression: {
    async prepare() {
      const address = 'bounced@example.com';
      await db.insert(emailSuppressions).values({ address, reason: 'bounce', reportedBy: 'ses', since: clock.now() });
      return { body: { address, note } };
    },
    effects: logged('email_suppression_lifted'),
    refusesSecond: true,
  },
  settleStripeChange: {
    async prepare() {
      const { subscriptionId } = await addSubscriber(db, { serviceStart: '2024-05-01' });
      const id = randomUUID();
      const change = { id, subscriptionId, kind: 'quantity_changed', state: '2', foundAt: clock.now() } as const;
      await db.insert(stripeChanges).values(change);
      return { params: { id } };
    },
    effects: logged('settle_stripe_change'),
  },
  openRunAhead: {
    prepare: async () => ({ body: { kind: 'friday', nominalOn: friday } }),
    effects: rows(mailingRuns, eq(mailingRuns.nominalOn, friday)),
  },
  reportReturned: {
    async prepare() {
      const { subscriptionId } = await addSubscriber(db, { serviceStart: '2024-05-01', mailedOn: ['2024-05-10'] });
      const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId));
      return { params: { id: piece?.id ?? '' }, body: {} };
    },
    effects: rows(mailingEvents, eq(mailingEvents.event, 'returned')),
    refusesSecond: true,
  },
  undoSendAgain: {
    async prepare() {
      const { subscriptionId } = await addSubscriber(db, { serviceStart: '2024-05-01', mailedOn: ['2024-05-10'] });
      const id = randomUUID();
      const copy = { subscriptionId, letter: 1, attempt: 2, way: 'now', cause: 'lost', state: 'approved' } as const;
      await db.insert(reships).values({ id, ...copy, askedAt: clock.now(), decidedAt: clock.now() });
      return { params: { id } };
    },
    effects: logged('letter_reship_undone'),
    refusesSecond: true,
  },
  retryAllEmails: {
    async prepare() {
      const email = { kind: 'welcome', data: {}, recipient: 'late@example.com', status: 'failed' } as const;
      await db.insert(emailOutbox).values({ id: randomUUID(), dedupeKey: 'late', ...email, createdAt: clock.now() });
      return {};
    },
    effects: rows(emailOutbox, and(eq(emailOutbox.recipient, 'late@example.com'), eq(emailOutbox.status, 'queued'))),
  },
  releaseLetters: {
    async prepare() {
      const { subscriptionId } = await addSubscriber(db, { serviceStart: '2024-05-01' });
      const warning = { id: 'prv_1', subscriptionId, kind: 'review', amountCents: 1_500, reason: 'rule' } as const;
      await db
        .insert(paymentWarnings)
        .values({ ...warning, status: 'open', createdAt: clock.now(), readAt: clock.now() });
      return { params: { id: subscriptionId }, body: { note } };
    },
    effects: logged('release_letters'),
    refusesSecond: true,
  },
  removeFactor: {
    async prepare() {
      const user = await shop.signUp();
      await passSecondStep(shop, user);
      return { params: { id: user.userId }, body: { note } };
    },
    effects: logged('remove_factor'),
    refusesSecond: true,
  },
  ban: { prepare: ofUser, effects: logged('ban'), refusesSecond: true },
  unban: {
    async prepare() {
      const input = await ofUser();
      await clerks[0]?.call(CONSOLE.ban, input);
      return input;
    },
    effects: logged('unban'),
    refusesSecond: true,
  },
  refundSubscription: { prepare: ofSubscription, effects: logged('refund') },
  resumeForCustomer: {
    async prepare() {
      const input = await ofSubscription();
      await clerks[0]?.call(CONSOLE.cancelForCustomer, input);
      return input;
    },
    effects: logged('resume'),
    refusesSecond: true,
  },
  changeAddressForCustomer: {
    async prepare() {
      const { params } = await ofSubscription();
      return { params, body: { address: { ...HARBOR_ADDRESS, addressLine1: '7 Lantern Street' }, note } };
    },
    effects: rows(shippingAddresses, eq(shippingAddresses.addressLine1, '7 Lantern Street')),
  },
  holdForCustomer: {
    async prepare() {
      const { params } = await ofSubscription();
      return { params, body: { fromLetter: 4, resumeOn: addDays(today, 120), note } };
    },
    effects: rows(deliveryHolds),
    refusesSecond: true,
  },
  liftHoldForCustomer: {
    async prepare() {
      const [hold] = await db.select().from(deliveryHolds).limit(1);
      return { params: { id: hold?.subscriptionId ?? '' }, body: { holdId: hold?.id ?? '', note } };
    },
    effects: logged('lift_hold'),
    refusesSecond: true,
  },
  correctName: {
    prepare: async () => ({ ...(await ofUser()), body: { fullName: 'Ada Quillfeather', note } }),
    effects: rows(userProfiles, eq(userProfiles.fullName, 'Ada Quillfeather')),
  },
  sendCardLink: { prepare: ofUser, effects: logged('send_card_link'), refusesSecond: true },
  correctGiftForCustomer: {
    async prepare() {
      const { id } = await giveGift(await shop.signUp(), addDays(today, 20));
      const words = {
        recipientName: 'Odile Marsh',
        recipientEmail: 'odile@example.com',
        giftMessage: 'Keep the stamps.',
      };
      return { params: { id }, body: { ...words, startDate: addDays(today, 30), note } };
    },
    effects: rows(gifts, eq(gifts.recipientName, 'Odile Marsh')),
  },
  changeGiftAddressForCustomer: {
    async prepare() {
      const { id } = await giveGift(await shop.signUp(), addDays(today, 20));
      const mailingAddress = { ...RECIPIENT_ADDRESS, addressLine1: '8 Lantern Street' };
      return { params: { id }, body: { mailingAddress, note } };
    },
    effects: rows(shippingAddresses, eq(shippingAddresses.addressLine1, '8 Lantern Street')),
  },
  removeTag: {
    async prepare() {
      const { params } = await ofUser();
      await clerks[0]?.call(CONSOLE.addTag, { params, body: { tag: 'press' } });
      return { params, body: { tag: 'press' } };
    },
    effects: logged('tag_removed'),
    refusesSecond: true,
  },
  deleteNote: {
    async prepare() {
      const { params } = await ofUser();
      const body = { key: randomUUID(), text: 'Called.' };
      await clerks[0]?.call(CONSOLE.addNote, { params, body });
      return { params: { id: body.key } };
    },
    effects: logged('note_deleted'),
    refusesSecond: true,
  },
  inviteStaff: {
    prepare: async () => ({ body: { email: 'packer@example.com', role: 'packer' } }),
    effects: rows(operators, eq(operators.role, 'packer')),
  },
  changeStaffRole: {
    async prepare() {
      const { userId } = await hireOperator(shop);
      return { params: { id: userId }, body: { role: 'support' } };
    },
    effects: rows(operators, eq(operators.role, 'support')),
  },
  removeStaff: {
    prepare: async () => ({ params: { id: (await hireOperator(shop)).userId } }),
    effects: logged('revoke'),
    refusesSecond: true,
  },
  createPromotion: {
    prepare: async () => ({ body: { code: 'harbor20', percentOff: 20, duration: 'once', key: randomUUID() } }),
    effects: async () => (await shop.stripe.promotionCodes.list()).data.length,
  },
  deactivatePromotion: {
    async prepare() {
      const [code] = (await shop.stripe.promotionCodes.list()).data;
      return { params: { id: code?.id ?? '' } };
    },
    effects: logged('promotion_ended'),
    refusesSecond: true,
  },
  planRunNow: {
    prepare: async () => ({ params: { id: (await runOfFriday())?.id ?? '' } }),
    effects: async () => ((await runOfFriday())?.plannedAt === null ? 0 : 1),
  },
  reopenRun: {
    async prepare() {
      const [run] = await db
        .update(mailingRuns)
        .set({ state: 'frozen', frozenAt: clock.now() })
        .where(eq(mailingRuns.nominalOn, friday))
        .returning();
      return { params: { id: run?.id ?? '' } };
    },
    effects: logged('post_reopened'),
    refusesSecond: true,
  },
  checkImport: { prepare: ofImport, effects: logged('import_checked'), refusesSecond: true },
  inviteImport: { prepare: ofAppliedImport, effects: logged('import_invited'), refusesSecond: true },
  undoImport: { prepare: ofAppliedImport, effects: logged('import_undone'), refusesSecond: true },
} as const satisfies Partial<Record<keyof typeof CONSOLE, Pressed>>;

async function ofUser() {
  return { params: { id: (await shop.signUp()).userId }, body: { note } };
}

async function ofSubscription() {
  return { params: { id: (await stripeDesk(shop).subscriber()).id }, body: { note } };
}

async function runOfFriday() {
  return (await db.select().from(mailingRuns).where(eq(mailingRuns.nominalOn, friday)))[0];
}

async function ofImport() {
  const [clerk] = clerks;
  if (clerk === undefined) throw new Error('No operator was hired.');
  const { id } = await clerk.call(CONSOLE.startImport, { body: { name: 'Moved' } });
  const text = csvOf([fileRow(1, clock.now(), { email: `moved-${id}@example.com` })]);
  await clerk.call(CONSOLE.addImportPart, { params: { id }, body: { part: 1, text } });
  return { params: { id } };
}

async function ofAppliedImport() {
  const { params } = await ofImport();
  await clerks[0]?.call(CONSOLE.checkImport, { params });
  await workAtImport(shop.ctx, params.id);
  await clerks[0]?.call(CONSOLE.applyImport, { params });
  await workAtImport(shop.ctx, params.id);
  return { params };
}

const CASES: readonly (readonly [string, Pressed])[] = Object.entries(PRESSED);

test.each(CASES)('%s, pressed by two operators at once, has one effect, and both are told', async (name, pressed) => {
  const endpoint = CONSOLE[name as keyof typeof PRESSED];
  const input = (await pressed.prepare?.()) ?? {};
  const answers = await Promise.allSettled(clerks.map((clerk) => clerk.call(endpoint, input)));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as object] : []));
  expect(refused).toHaveLength(pressed.refusesSecond ? 1 : 0);
  for (const reason of refused) expect(String((reason as { status: number }).status)).toMatch(/^4/);
  expect(await pressed.effects()).toBe(1);
});

/** Actions whose own test presses twice at once. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  acceptDispute: 'disputes/disputes.test.ts',
  addNote: 'subscribers/tags-and-notes.test.ts',
  addTag: 'subscribers/tags-and-notes.test.ts',
  applyImport: 'imports/imports.test.ts',
  cancelForCustomer: 'subscribers/money-actions.test.ts',
  cancelNow: 'subscribers/money-actions.test.ts',
  correctEmail: 'subscribers/corrections.test.ts',
  decideReshipRequest: 'runs/fulfilment.test.ts',
  deleteFilter: 'subscriptions/subscription-list.test.ts',
  freezeRunNow: 'runs/fulfilment.test.ts',
  giveFreeMonth: 'subscribers/free-month.test.ts',
  handOverRun: 'runs/fulfilment.test.ts',
  printRunNow: 'runs/fulfilment.test.ts',
  refundPayment: 'subscribers/money-actions.test.ts',
  reportLost: 'runs/fulfilment.test.ts',
  resendEmail: 'subscribers/corrections.test.ts',
  resolveSetAside: 'runs/fulfilment.test.ts',
  retryEmail: 'desk.test.ts',
  retryPayment: 'money-lists/failed-payments.test.ts',
  sendToPrinter: '../fulfilment/printer/printer.test.ts',
  sendToPrinterAgain: '../fulfilment/printer/printer.test.ts',
  callBackFromPrinter: '../fulfilment/printer/printer.test.ts',
  settleLetterFault: '../account/case-file/case-file.test.ts',
  startBulkAction: 'bulk/bulk-actions.test.ts',
  submitDisputeEvidence: 'disputes/disputes.test.ts',
  undoPrintNow: 'runs/fulfilment.test.ts',
};

/** Both presses count, for the reason given. */
const COUNTED_EACH: Readonly<Record<string, string>> = {
  addImportPart: 'a part replaces the one of its number',
  newStaffCode: 'the newer code replaces the older',
  signOut: 'each press ends the sessions that are left',
  saveFilter: 'operators have filters of their own',
  startImport: 'each press begins an import of its own, which changes nothing yet',
  viewAsCustomer: 'each operator’s view is logged',
};

test('each call that changes something is in one of the three lists', () => {
  const changing = Object.entries(CONSOLE).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  const listed = [PRESSED, ELSEWHERE, COUNTED_EACH].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual(changing.toSorted());
  for (const [name, file] of Object.entries(ELSEWHERE)) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const pressed = /Promise\.all(?:Settled)?\(|bothAtOnce/.test(text);
    expect([name, pressed, text.includes(name)]).toEqual([name, true, true]);
  }
});
