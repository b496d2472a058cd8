import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Encrypts with AES-256-GCM and the ring's first key. Older keys still decrypt their data. */
export interface Sealing {
  seal(plain: Uint8Array): Buffer;
  /** @throws Error if no key of the ring encrypted it, or if it was changed */
  open(sealed: Uint8Array): Buffer;
  /** A keyed hash of the text, the same in every process. Without the key it reveals nothing. */
  pseudonym(text: string): string;
  /** Hexadecimal ids of the ring's keys. Encrypted data begins with its key's id. */
  readonly keyIds: readonly string[];
}

export const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `ring`: 32-byte keys. The first one encrypts. */
export function sealingWith(ring: readonly [Buffer, ...Buffer[]]): Sealing {
  const [current] = ring;
  const currentId = keyId(current);
  const keysById = new Map(ring.map((key) => [keyId(key).toString('hex'), key]));
  return {
    seal(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, iv);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([currentId, iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const key = keysById.get(bytes.subarray(0, KEY_ID_BYTES).toString('hex'));
      if (!key) throw new Error('Sealed with a key that is no longer in AUTH_JWT_KEYS.');
      const ivEnd = KEY_ID_BYTES + IV_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(KEY_ID_BYTES, ivEnd));
      decipher.setAuthTag(bytes.subarray(ivEnd, ivEnd + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(ivEnd + TAG_BYTES)), decipher.final()]);
    },
    pseudonym: (text) => createHmac('sha256', current).update(text).digest('base64url'),
    keyIds: [...keysById.keys()],
  };
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('sealing key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}
