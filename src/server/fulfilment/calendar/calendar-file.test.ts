import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { getCalendarFile } from '../../../contract/letters.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { subscriptions } from '../../commerce/schema.ts';

const shop = await startShop();

test('abroad, a letter’s entry in the calendar is its first day, with the weeks in words', async () => {
  const user = await shop.signUp();
  const address = { ...HARBOR_ADDRESS, city: 'Wien', country: 'AT', postalCode: '1090' };
  const serviceStart = addDays(newYorkDate(shop.clock.now()), -2);
  const { subscriptionId: id } = await addSubscriber(shop.ctx.db, { serviceStart, paid: 12, address });
  await shop.ctx.db.update(subscriptions).set({ userId: user.userId }).where(eq(subscriptions.id, id));
  const { content } = await user.call(getCalendarFile, { params: { id } });
  const [, second = ''] = content
    .replaceAll(/\r\n[ \t]/g, '')
    .split('BEGIN:VEVENT')
    .slice(1);
  const days = [...second.matchAll(/^DT(?:START|END);VALUE=DATE:(\d{4})(\d\d)(\d\d)/gm)];
  const [start = 0, end = 0] = days.map(([, year, month, day]) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day)),
  );
  expect((end - start) / 86_400_000).toBe(1);
  expect(second).toContain('SUMMARY:Letter 2 of 24 may arrive from this day on');
  expect(second).toMatch(/Expected \w+ \d+\\, \d{4} to \w+ \d+\\, \d{4}\./);
});
