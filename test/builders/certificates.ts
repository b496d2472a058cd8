import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface CertificateOf {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
}

/** An RSA key with its X.509 certificate (RFC 5280) in PEM, signed by a root of its own, whose certificate follows. */
export function certificateChain(subject: string) {
  const root = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const leaf = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const names = { issuer: 'Root of a test', signer: root.privateKey };
  const chain = [
    certificate({ ...names, subject, publicKey: leaf.publicKey }),
    certificate({ ...names, subject: names.issuer, publicKey: root.publicKey }),
  ];
  return { privateKey: leaf.privateKey, rootKey: root.privateKey, chain };
}

function certificate({ subject, issuer, publicKey, signer }: CertificateOf): string {
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const validity = sequence(time('200101000000Z'), time('400101000000Z'));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = sequence(version, serial, SHA256_WITH_RSA, name(issuer), validity, name(subject), spki);
  const signature = createSign('RSA-SHA256').update(signed).sign(signer);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const lines =
    sequence(signed, SHA256_WITH_RSA, bits)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05, Buffer.alloc(0)));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

function name(text: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
}

function time(utc: string): Buffer {
  return der(0x17, Buffer.from(utc));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** One value of ASN.1: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
