import { createSign, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { certificateChain } from '../builders/certificates.ts';
import { listenLocally } from '../server/listen-locally.ts';

export const TOPIC = 'arn:aws:sns:us-east-1:123456789012:email-reports';

/** Amazon SNS as our webhook meets it: it serves its certificate, confirms subscriptions and signs messages as Amazon documents. */
export async function openSns() {
  const { privateKey, rootKey, chain } = certificateChain('sns.amazonaws.com');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(chain.join(''));
  });
  const url = await listenLocally(server);
  const certificate = `${url}/SimpleNotificationService-${randomUUID()}.pem`;

  function signed(fields: Readonly<Record<string, string>>, version: '1' | '2' = '2', key: KeyObject = privateKey) {
    const message: Record<string, string> = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: TOPIC,
      Timestamp: '2026-11-21T16:04:00.000Z',
      ...fields,
    };
    const text = Object.entries(message)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}\n${value}\n`)
      .join('');
    const Signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(text)
      .sign(key, 'base64');
    return { ...message, SignatureVersion: version, Signature, SigningCertURL: certificate };
  }

  return {
    url,
    /** Paths that were asked for. */
    asked,
    signed,
    /** The signing certificate, then its issuer's. */
    chain,
    rootKey,
    close: () => void server.close(),
  };
}
