import { type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES } from '../../../../test/builders/email-samples.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { receivedEmails } from '../../../../test/clients/mailbox.ts';
import { PASSWORD, type Shopper } from '../../../../test/clients/shopper.ts';
import { openSns } from '../../../../test/clients/sns.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { deleteAccount, getOwnData } from '../../../contract/own-data.ts';
import { queueEmail } from '../outbox/queue.ts';
import { emailOutbox, emailSuppressions, operatorLog, rateLimits } from '../schema.ts';
import { findSuppression } from './suppressions.ts';

const LOGIN = 'postmark:a-long-secret-of-ours';
const sns = await openSns();
const shop = await startShop({
  workers: true,
  settings: {
    SES_SNS_TOPIC: 'arn:aws:sns:us-east-1:123456789012:email-reports',
    SNS_API_BASE: sns.url,
    POSTMARK_WEBHOOK_LOGIN: LOGIN,
  },
});
const { ctx } = shop;
let clerk: Shopper;
beforeAll(async () => {
  clerk = await hireOperator(shop);
});
afterAll(() => sns.close());

async function post(body: unknown, login?: string): Promise<number> {
  const authorization = login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  const answer = await fetch(`${shop.siteUrl}/webhooks/email`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...authorization },
    body: JSON.stringify(body),
  });
  return answer.status;
}

const now = () => shop.clock.now().toISOString();

const newAddress = () => `reader-${randomUUID()}@example.com`;

function sesBounce(email: string, { at = now(), type = 'Permanent' } = {}) {
  const bounce = { bounceType: type, bouncedRecipients: [{ emailAddress: email }], timestamp: at };
  return JSON.stringify({ notificationType: 'Bounce', bounce });
}

function sesComplaint(email: string, kind = 'abuse') {
  const complainedRecipients = [{ emailAddress: email }];
  const complaint = { complainedRecipients, timestamp: now(), complaintFeedbackType: kind };
  return JSON.stringify({ eventType: 'Complaint', complaint });
}

const suppressionOf = (email: string) => findSuppression(ctx.db, email);

async function queueReceipt(to: string): Promise<void> {
  const data = SAMPLES['renewal-receipt'];
  await queueEmail(ctx, ctx.db, { kind: 'renewal-receipt', to, userId: null, data, dedupeKey: randomUUID() });
}

describe('Amazon SES, by SNS', () => {
  test('a permanent bounce stops email to the address', async () => {
    const email = newAddress();
    expect(await post(sns.signed({ Message: sesBounce(`Odile <${email.toUpperCase()}>`) }))).toBe(200);
    expect(await suppressionOf(email)).toMatchObject({ reason: 'bounce', reportedBy: 'ses' });
    await queueReceipt(email);
    const row = () => ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email));
    await expect.poll(row).toMatchObject([{ status: 'suppressed' }]);
    expect(await receivedEmails(shop.mailbox.url, email)).toEqual([]);
  });

  test('a signature of version 1, which is SHA-1, is refused with what to set', async () => {
    const email = newAddress();
    expect(await post(sns.signed({ Message: sesBounce(email) }, '1'))).toBe(400);
    expect(await suppressionOf(email)).toBeNull();
  });

  test('a message counts by the certificate that is named, and not by its issuer', async () => {
    const [leaf, root] = sns.chain.map((pem) => new X509Certificate(pem));
    expect(leaf?.verify(root?.publicKey as KeyObject)).toBe(true);
    const [certified, issued] = [newAddress(), newAddress()];
    expect(await post(sns.signed({ Message: sesBounce(certified) }))).toBe(200);
    expect(await post(sns.signed({ Message: sesBounce(issued) }, '2', sns.rootKey))).toBe(400);
    expect(await suppressionOf(certified)).not.toBeNull();
    expect(await suppressionOf(issued)).toBeNull();
    await ctx.db.delete(rateLimits);
  });

  test('a complaint stops email to the address', async () => {
    const email = newAddress();
    expect(await post(sns.signed({ Message: sesComplaint(email) }))).toBe(200);
    expect(await suppressionOf(email)).toMatchObject({ reason: 'complaint' });
  });

  test('a passing bounce, a report that an email is no spam, and other texts stop nothing', async () => {
    const email = newAddress();
    const texts = [sesBounce(email, { type: 'Transient' }), sesComplaint(email, 'not-spam'), 'Successfully validated'];
    for (const Message of texts) expect(await post(sns.signed({ Message }))).toBe(200);
    expect(await suppressionOf(email)).toBeNull();
  });

  test('a message is refused without its signature, of another topic, or with a certificate from elsewhere', async () => {
    const email = newAddress();
    const good = sns.signed({ Message: sesBounce(email) });
    const asked = sns.asked.length;
    for (const bad of [
      { ...good, Message: sesBounce(newAddress()) },
      sns.signed({ Message: sesBounce(email), TopicArn: 'arn:aws:sns:us-east-1:999999999999:email-reports' }),
      { ...good, SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' },
      { ...good, SigningCertURL: `${sns.url}.evil.example/SimpleNotificationService-1.pem` },
      { ...good, SigningCertURL: `${sns.url}/other.pem` },
      { ...good, SigningCertURL: `${sns.url}/SimpleNotificationService-1.pem?x=/../` },
    ]) {
      expect(await post(bad)).toBe(400);
    }
    expect(await suppressionOf(email)).toBeNull();
    expect(sns.asked.length - asked).toBeLessThanOrEqual(1);
    await ctx.db.delete(rateLimits);
  });

  test('a subscription is confirmed at Amazon, whatever address the message gives', async () => {
    const SubscribeURL = 'https://evil.example/confirm';
    const message = { Type: 'SubscriptionConfirmation', Message: 'Confirm', Token: 'abc123', SubscribeURL };
    expect(await post(sns.signed(message))).toBe(200);
    expect(sns.asked.at(-1)).toMatch(/^\/\?Action=ConfirmSubscription&TopicArn=arn.*&Token=abc123$/);
    const asked = sns.asked.length;
    expect(await post({ ...sns.signed(message), Token: 'forged' })).toBe(400);
    expect(sns.asked.length).toBe(asked);
    await ctx.db.delete(rateLimits);
  });
});

const bounce = (Email: string, Type = 'HardBounce') => ({ RecordType: 'Bounce', Type, Email, BouncedAt: now() });

describe('Postmark', () => {
  test('a hard bounce and a spam complaint stop email to the address', async () => {
    const [bounced, complained] = [newAddress(), newAddress()];
    expect(await post(bounce(bounced), LOGIN)).toBe(200);
    const complaint = { ...bounce(complained, 'SpamComplaint'), RecordType: 'SpamComplaint' };
    expect(await post(complaint, LOGIN)).toBe(200);
    expect(await suppressionOf(bounced)).toMatchObject({ reason: 'bounce', reportedBy: 'postmark' });
    expect(await suppressionOf(complained)).toMatchObject({ reason: 'complaint' });
  });

  test('a soft bounce and other events stop nothing', async () => {
    const email = newAddress();
    for (const body of [bounce(email, 'SoftBounce'), { RecordType: 'Delivery', Email: email }, [], null, 'x']) {
      expect(await post(body, LOGIN)).toBe(200);
    }
    expect(await suppressionOf(email)).toBeNull();
  });

  test('is refused with a wrong login, and limited', async () => {
    const email = newAddress();
    for (const login of [undefined, 'postmark:wrong']) expect(await post(bounce(email), login)).toBe(401);
    expect(await suppressionOf(email)).toBeNull();
    await ctx.db.delete(rateLimits);
  });
});

describe('An address that is suppressed', () => {
  test('is shown on the subscriber’s page, and lifted there with a note', async () => {
    const subscriber = await shop.signUp();
    const Message = sesBounce(subscriber.email);
    await post(sns.signed({ Message }));
    await post(sns.signed({ Message }));
    expect(
      await ctx.db.select().from(emailSuppressions).where(eq(emailSuppressions.address, subscriber.email)),
    ).toHaveLength(1);
    const params = { id: subscriber.userId };
    const shown = { address: subscriber.email, reason: 'bounce', reportedBy: 'ses' };
    expect(await clerk.call(CONSOLE.getSubscriber, { params })).toMatchObject({ emailSuppression: shown });
    const body = { address: subscriber.email.toUpperCase(), note: 'The mailbox works again.' };
    await expect(clerk.call(CONSOLE.liftEmailSuppression, { body: { ...body, note: '' } })).rejects.toMatchObject({
      status: 400,
    });
    shop.clock.advance(60);
    expect(await clerk.call(CONSOLE.liftEmailSuppression, { body })).toMatchObject(shown);
    expect(await clerk.call(CONSOLE.getSubscriber, { params })).toMatchObject({ emailSuppression: null });
    const log = await ctx.db.select().from(operatorLog).where(eq(operatorLog.action, 'email_suppression_lifted'));
    const subject = `user:${subscriber.userId}`;
    expect(log).toMatchObject([{ operatorId: clerk.userId, subject, detail: { note: body.note } }]);
    await expect(clerk.call(CONSOLE.liftEmailSuppression, { body })).rejects.toMatchObject({ status: 404 });
    // The old event sent again changes nothing; a new bounce does.
    await post(sns.signed({ Message }));
    expect(await suppressionOf(subscriber.email)).toBeNull();
    shop.clock.advance(60);
    await post(sns.signed({ Message: sesBounce(subscriber.email) }));
    expect(await suppressionOf(subscriber.email)).not.toBeNull();
    const lift = ['lift-email-suppression', '--address', subscriber.email, '--note', 'Again'] as const;
    expect(await terminalOf(shop)(...lift)).toContain('reason: bounce');
  });

  test('is in the export of its owner’s data, and forgotten with the account', async () => {
    const reader = await shop.signUp();
    await post(sns.signed({ Message: sesBounce(reader.email) }));
    await reader.signInAgain();
    expect(await reader.call(getOwnData)).toMatchObject({ emailSuppression: { reason: 'bounce', liftedAt: null } });
    await reader.call(deleteAccount, { body: { password: PASSWORD } });
    expect(await ctx.db.select().from(emailSuppressions).where(eq(emailSuppressions.address, reader.email))).toEqual(
      [],
    );
  });
});

test('without settings there is no webhook', async () => {
  const other = await startShop();
  const answer = await fetch(`${other.siteUrl}/webhooks/email`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
});
