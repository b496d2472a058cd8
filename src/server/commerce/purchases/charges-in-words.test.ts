import { beforeAll, describe, expect, test } from 'vitest';
import { BRANDING } from '../../../../test/builders/email-samples.ts';
import { draftGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { type Discount, priceSummary } from '../../../domain/money.ts';
import { PLAN_TYPES, type PlanType } from '../../../domain/plans.ts';
import { purchaseTerms } from '../../../domain/purchase-terms.ts';
import { type EmailData, type EmailKind, isEmailKind } from '../../../emails/catalogue.ts';
import { renderEmail } from '../../../emails/render-email.ts';

const DISCOUNTS: readonly (Discount | null)[] = [
  null,
  { percentOff: 20, duration: 'once' },
  { percentOff: 20, duration: 'repeating', months: 3 },
  { percentOff: 20, duration: 'forever' },
  { percentOff: 100, duration: 'once' },
  { percentOff: 100, duration: 'repeating', months: 3 },
  { percentOff: 100, duration: 'repeating', months: 11 },
  { percentOff: 100, duration: 'forever' },
];

const GIFT_DISCOUNTS: readonly (Discount | null)[] = [null, { percentOff: 100, duration: 'repeating', months: 3 }];

interface Sale {
  readonly planType: PlanType;
  readonly discount: Discount | null;
  readonly isGift: boolean;
  readonly title: string;
}

/** Gifts are sold at the same prices, so two of their discounts are enough. */
const SALES: readonly Sale[] = PLAN_TYPES.flatMap((planType) => [
  ...DISCOUNTS.map((discount) => saleOf(planType, discount, false)),
  ...GIFT_DISCOUNTS.map((discount) => saleOf(planType, discount, true)),
]);

function saleOf(planType: PlanType, discount: Discount | null, isGift: boolean): Sale {
  return { planType, discount, isGift, title: titleOf(planType, discount, isGift) };
}

function titleOf(planType: PlanType, discount: Discount | null, isGift: boolean): string {
  const code = discount === null ? 'no code' : Object.values(discount).join(' ');
  return `${planType}${isGift ? ' gift' : ''}, ${code}`;
}

const shop = await startShop();
const sold = new Map<Sale, { readonly emails: readonly string[]; readonly charged: readonly number[] }>();

// A year passes once for all sales.
beforeAll(async () => {
  const user = await shop.signUp();
  const ids = new Map<Sale, string>();
  for (const sale of SALES) ids.set(sale, await sell(user, sale));
  for (let month = 0; month < 12; month++) await letAMonthPass(shop, user);
  for (const [sale, id] of ids) sold.set(sale, { emails: await emailsOf(user, id), charged: await chargesOf(id) });
}, 240_000);

/** Cancelled and resumed at once, for the email about that. @returns the id at Stripe */
async function sell(user: Shopper, { planType, discount, isGift }: Sale): Promise<string> {
  const promotionCodeId = discount && (await shop.promotion(couponOf(discount)));
  const gift = isGift ? await draftGift(user, newYorkToday(shop), { planType }) : null;
  const order = gift === null ? { buyAnother: true } : { giftId: gift.id };
  const { subscriptionId } = await user.buy({ ...order, planType, promotionCodeId });
  const { id } = await rowOf(shop, subscriptionId);
  await user.call(API.cancelSubscription, { params: { id } });
  await user.call(API.resumeSubscription, { params: { id } });
  return subscriptionId;
}

function couponOf(discount: Discount) {
  const { percentOff: percent_off, duration } = discount;
  return { percent_off, duration, ...('months' in discount && { duration_in_months: discount.months }) };
}

/** Subject, preview and text of every email about that subscription. */
async function emailsOf(user: Shopper, stripeId: string): Promise<string[]> {
  const { id, giftId } = await rowOf(shop, stripeId);
  const { data: invoices } = await shop.stripe.invoices.list({ subscription: stripeId, limit: 100 });
  const about = [id, ...(giftId === null ? [] : [giftId]), ...invoices.map((invoice) => invoice.id ?? '')];
  const emails = await queuedEmails(shop.ctx, { recipient: user.email });
  return emails
    .filter(({ dedupeKey }) => about.some((subject) => dedupeKey.includes(subject)))
    .map(({ kind, data }) => {
      if (!isEmailKind(kind)) throw new Error(`${kind} is in no catalogue.`);
      const { subject, html, text } = renderEmail(kind, data as unknown as EmailData<EmailKind>, BRANDING);
      return [subject, html, text.replaceAll(/\s+/g, ' ')].join('\n');
    });
}

async function chargesOf(stripeId: string): Promise<number[]> {
  const { data } = await shop.stripe.invoices.list({ subscription: stripeId, limit: 100 });
  return data.map(({ amount_paid }) => amount_paid).filter((cents) => cents > 0);
}

/** The number and sum of all charges, computed from a purchase's terms as a reader would. */
function saidIn(today: number, text: string): { readonly count: number; readonly cents: number } {
  if (/Nothing\. No part of this season is charged|the one payment for the whole season/.test(text)) {
    return { count: today > 0 ? 1 : 0, cents: today };
  }
  const [, count = '1'] = /(\d+) charges in all/.exec(text) ?? [];
  const [, then = ''] = /then (?:one charge of )?\$(\d+\.\d\d)/i.exec(text) ?? [];
  const [, more = '0', at = '0'] = /(\d+) more months? (?:free|at \$(\d+\.\d\d))/.exec(text) ?? [];
  const inAll = Number(count);
  const discounted = Number(at) > 0 ? Number(more) : 0;
  const rest = inAll - (today > 0 ? 1 : 0) - discounted;
  return { count: inAll, cents: today + discounted * centsOf(at) + rest * centsOf(then) };
}

function centsOf(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}

describe.each(SALES)('$title', (sale) => {
  const price = priceSummary(sale.planType, sale.discount);
  const what = () => sold.get(sale) ?? { emails: [], charged: [] };
  const charged = () => ({
    count: what().charged.length,
    cents: what().charged.reduce((sum, cents) => sum + cents, 0),
  });

  test('no email says that $0.00 was or will be charged', () => {
    const months = sale.planType === 'monthly' ? 11 : 0;
    expect(what().emails.length).toBeGreaterThan(months + 2);
    for (const email of what().emails) expect(email).not.toContain('$0.00');
  });

  test('the payment page and the receipt say the sum and the number of the charges that Stripe makes', () => {
    const { planType, isGift } = sale;
    const { followingText, charges, todayCents } = price;
    const facts = {
      planType,
      followingText,
      charges,
      lastChargeOn: null,
      sameDay: true,
      isGift,
      card: 'the card you pay with',
    };
    const page = purchaseTerms(facts).flat().join('\n');
    expect(page).not.toContain('$0.00');
    expect(saidIn(todayCents, page)).toEqual(charged());
    const receipt = what().emails.find((email) => email.includes('Later charges: ')) ?? '';
    const [, paid = '0'] = /Paid: (?:\$(\d+\.\d\d)|Nothing)/.exec(receipt) ?? [];
    expect(saidIn(centsOf(paid), receipt)).toEqual(charged());
  });
});
