import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import { ApiError } from '../api-error.ts';

export type SnsConfig = NonNullable<Config['emailReports']['sns']>;

const TIMEOUT_MS = 5_000;
const MOST_CERTIFICATES = 10;

const field = z.string().check(z.maxLength(300_000));
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: field,
  TopicArn: field,
  Message: field,
  Timestamp: field,
  /** Version 1 uses SHA-1, so its signatures could be forged. */
  SignatureVersion: z.literal('2', 'Set SignatureVersion of the SNS topic to 2.'),
  Signature: field,
  SigningCertURL: field,
  Subject: z.optional(z.nullable(field)),
  Token: z.optional(field),
  SubscribeURL: z.optional(field),
});
export type SnsMessage = z.output<typeof snsMessage>;

/** The host in the topic's region. If SITE_URL is a loopback address, the host of the stand-in for Amazon. */
export function snsHost({ topic, standIn }: SnsConfig): string {
  const [, partition = '', , region = ''] = topic.split(':');
  return standIn ?? `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/** @throws ApiError invalid_signature, or unavailable if Amazon's certificate can't be fetched */
export async function verifySns(config: SnsConfig, message: SnsMessage): Promise<void> {
  if (message.TopicArn !== config.topic) throw refused();
  const key = await keyAt(certificateUrl(config, message.SigningCertURL));
  const verifier = createVerify('RSA-SHA256').update(signedText(message));
  if (!verifier.verify(key, message.Signature, 'base64')) throw refused();
}

/** The fields that Amazon signs, in its documented order. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => ((message[name] ?? null) === null ? [] : [`${name}\n${message[name]}\n`])).join('');
}

function certificateUrl(config: SnsConfig, text: string): string {
  const host = snsHost(config);
  const name = text.startsWith(`${host}/`) ? text.slice(host.length) : '';
  if (!/^\/SimpleNotificationService-[\w-]{1,100}\.pem$/.test(name)) throw refused();
  return host + name;
}

const keys = new Map<string, KeyObject>();

async function keyAt(url: string): Promise<KeyObject> {
  const known = keys.get(url);
  if (known !== undefined) return known;
  const key = readKey(await askAmazon(url));
  if (keys.size >= MOST_CERTIFICATES) keys.clear();
  keys.set(url, key);
  return key;
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw unavailable();
  }
}

/** The URL is built from the configured topic. The message's own SubscribeURL could lead anywhere. */
export async function confirmSubscription(config: SnsConfig, { Token = '' }: SnsMessage): Promise<void> {
  const url = new URL(snsHost(config));
  url.search = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: config.topic, Token }).toString();
  await askAmazon(url.href);
}

async function askAmazon(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) return await answer.text();
  } catch {}
  throw unavailable();
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'Amazon SNS did not answer. Send this message again later.');
}

function refused(): ApiError {
  return new ApiError('invalid_signature', 'This message does not carry the signature of our SNS topic.');
}
