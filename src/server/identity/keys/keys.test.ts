import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { loadKeys } from './keys.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

function configWith(jwtKeys?: unknown): Config {
  return readConfig({
    DATA_DIR: join(dataDir, 'inner'),
    DATABASE_URL: 'postgres://127.0.0.1/none',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_secret',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...(jwtKeys !== undefined && { AUTH_JWT_KEYS: typeof jwtKeys === 'string' ? jwtKeys : JSON.stringify(jwtKeys) }),
  });
}

async function keyOf(alg: 'ES256' | 'RS256', kid: string, ops = ['sign', 'verify']) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 3072 });
  return { ...(await exportJWK(privateKey)), kid, alg, key_ops: ops };
}

function rsaKey(bits: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256' };
}

const claims = { role: 'service_role' };

describe('keys of our own making', () => {
  it('are made anew when a full disk has left an empty file of them', async () => {
    const config = configWith();
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(join(config.dataDir, 'auth-keys.json'), '');
    const { jwks } = await loadKeys(config, systemClock);
    expect(jwks.keys).toHaveLength(1);
    expect((await loadKeys(config, systemClock)).jwks).toEqual(jwks);
  });

  it('lie in one file that only we can read, whichever of eight processes came first', async () => {
    const config = configWith();
    // Each may look while another is writing.
    const all = await Promise.all(
      Array.from({ length: 8 }, async (_, nth) => {
        await sleep(nth);
        return await loadKeys(config, systemClock);
      }),
    );
    const [first] = all;
    for (const keys of all) {
      expect(keys.jwks).toEqual(first?.jwks);
      expect(await keys.verify((await first?.sign(claims)) ?? '')).toMatchObject(claims);
    }
    expect(await readdir(config.dataDir)).toEqual(['auth-keys.json']);
    expect((await stat(join(config.dataDir, 'auth-keys.json'))).mode & 0o777).toBe(0o600);
  });
});

describe('AUTH_JWT_KEYS', () => {
  it.each(['ES256', 'RS256'] as const)('may be %s, as JSON or as a path', async (alg) => {
    const set = { keys: [await keyOf(alg, 'one')] };
    const keys = await loadKeys(configWith(set), systemClock);
    const path = join(dataDir, 'keys.json');
    await writeFile(path, JSON.stringify(set));
    const fromFile = await loadKeys(configWith(path), systemClock);
    expect(await fromFile.verify(await keys.sign(claims))).toMatchObject(claims);
    expect(fromFile.open(keys.seal(Buffer.from('secret'))).toString()).toBe('secret');
  });

  it('signs with the one that may, and still knows the tokens and the seals of the one before', async () => {
    const [old, next] = [await keyOf('ES256', 'old'), await keyOf('ES256', 'next')];
    const before = await loadKeys(configWith({ keys: [old] }), systemClock);
    const after = await loadKeys(configWith({ keys: [{ ...old, key_ops: ['verify'] }, next] }), systemClock);
    expect(await after.verify(await before.sign(claims))).toMatchObject(claims);
    expect(after.open(before.seal(Buffer.from('secret'))).toString()).toBe('secret');
    expect(after.jwks.keys.map(({ kid }) => kid)).toEqual(['old', 'next']);
    await expect(before.verify(await after.sign(claims))).rejects.toThrow('unrecognized key id');
  });

  it('may bring the key that encrypts at rest, which then outlives the others', async () => {
    const sealing = { kty: 'oct', k: randomBytes(32).toString('base64url') };
    const one = await loadKeys(configWith({ keys: [await keyOf('ES256', 'one'), sealing] }), systemClock);
    const two = await loadKeys(configWith({ keys: [await keyOf('ES256', 'two'), sealing] }), systemClock);
    expect(two.open(one.seal(Buffer.from('secret'))).toString()).toBe('secret');
    expect(JSON.stringify(two.jwks)).not.toContain(sealing.k);
  });

  it.each([
    ['no JSON at all', '{"keys":', /JWK set/],
    ['a symmetric key alone', { keys: [{ kty: 'oct', k: randomBytes(32).toString('base64url') }] }, /0 private keys/],
    ['a file that is not there', '/nowhere/keys.json', /neither JSON nor a file/],
  ])('%s stops the start with a sentence', async (_what, value, sentence) => {
    await expect(loadKeys(configWith(value), systemClock)).rejects.toThrow(sentence);
  });

  it.each([
    [1024, false],
    [1024, true],
    [2048, true],
  ])('with an RSA key of %i bits to sign stops the start (deployed: %s)', async (bits, deployed) => {
    const short = rsaKey(bits);
    const config = { ...configWith({ keys: [short] }), deployed };
    await expect(loadKeys(config, systemClock)).rejects.toThrow(deployed ? /than 3072 bits/ : /than 2048 bits/);
    const retired = configWith({ keys: [await keyOf('ES256', 'next'), { ...short, key_ops: ['verify'] }] });
    expect((await loadKeys({ ...retired, deployed }, systemClock)).jwks.keys).toHaveLength(2);
  });

  it.each([
    [2048, 'AUTH_JWT_KEYS signs with an RSA key of fewer than 3072 bits'],
    [3072, undefined],
  ])('with an RSA key of %i bits signs on loopback, with a warning if it is short', async (bits, warning) => {
    const keys = await loadKeys(configWith({ keys: [rsaKey(bits)] }), systemClock);
    expect(await keys.verify(await keys.sign(claims))).toMatchObject(claims);
    expect(keys.warning?.split(':')[0]).toBe(warning);
  });

  it('with two keys that may sign stops the start', async () => {
    const keys = [await keyOf('ES256', 'one'), await keyOf('ES256', 'two')];
    await expect(loadKeys(configWith({ keys }), systemClock)).rejects.toThrow(/2 private keys/);
  });
});

describe('verify', () => {
  it('refuses what is expired, changed, signed otherwise or issued elsewhere', async () => {
    const set = { keys: [await keyOf('ES256', 'one')] };
    const keys = await loadKeys(configWith(set), systemClock);
    const good = await keys.sign(claims);
    await expect(keys.verify(await keys.sign({ ...claims, exp: 1 }))).rejects.toThrow(/exp/);
    await expect(keys.verify(`${good.slice(0, -8)}AAAAAAAA`)).rejects.toThrow(/signature/);
    const publicText = Buffer.from(JSON.stringify(keys.jwks.keys[0]));
    const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(publicText);
    await expect(keys.verify(confused)).rejects.toThrow(/alg/);
    const elsewhere = await loadKeys({ ...configWith(set), siteUrl: 'https://elsewhere.example' }, systemClock);
    const users = { role: 'authenticated', sub: crypto.randomUUID() };
    await expect(keys.verify(await elsewhere.sign(users))).rejects.toThrow('issued by somebody else');
  });

  it('opens no seal that someone has changed', async () => {
    const keys = await loadKeys(configWith(), systemClock);
    const sealed = keys.seal(Buffer.from('secret'));
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => keys.open(sealed)).toThrow(/authenticate/);
  });
});
