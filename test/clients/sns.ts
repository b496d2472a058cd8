import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listenLocally } from '../server/listen-locally.ts';

export const TOPIC = 'arn:aws:sns:us-east-1:123456789012:email-reports';

/** Amazon SNS as our webhook meets it: it serves its key, confirms subscriptions and signs messages as Amazon documents. */
export async function openSns() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(publicKey.export({ type: 'spki', format: 'pem' }));
  });
  const url = await listenLocally(server);
  const certificate = `${url}/SimpleNotificationService-${randomUUID()}.pem`;

  function signed(fields: Readonly<Record<string, string>>, version: '1' | '2' = '2') {
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
      .sign(privateKey, 'base64');
    return { ...message, SignatureVersion: version, Signature, SigningCertURL: certificate };
  }

  return {
    url,
    /** Paths that were asked for. */
    asked,
    signed,
    close: () => void server.close(),
  };
}
