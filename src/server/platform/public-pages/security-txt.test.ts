import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { prepare } from '../../../../launch/prepare.mjs';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { readConfig } from '../config/config.ts';
import { readBuildOutput } from './build-output.ts';
import { cachePublicPages } from './public-pages.ts';
import { SECURITY_TXT_PATH } from './security-txt.ts';

const config = readConfig({
  SITE_URL: 'http://localhost:3000',
  SUPPORT_EMAIL: 'help@deadletter.example',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  SMTP_URL: 'smtp://127.0.0.1:25',
});

test('security.txt says whom to tell of a weakness, and never expires while the server runs', async () => {
  await prepare({ build: true });
  const build = await readBuildOutput();
  let now = new Date('2026-11-24T17:00:00Z');
  const clock = { now: () => now };
  const ctx = {
    config,
    clock,
    log: pino({ level: 'silent' }),
    keys: { signAlike: () => '' },
    holidays: async () => NO_OVERRIDES,
  };
  const pages = await cachePublicPages(ctx, build);
  const textNow = () => pages.find(SECURITY_TXT_PATH)?.variant('identity').bytes.toString();
  expect(textNow()).toBe(
    [
      'Contact: mailto:help@deadletter.example',
      'Expires: 2027-09-20T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: http://localhost:3000/.well-known/security.txt',
      'Policy: http://localhost:3000/security-policy.txt\n',
    ].join('\n'),
  );
  expect(pages.find(SECURITY_TXT_PATH)?.variant('identity').headers).toContain('text/plain; charset=utf-8');
  now = new Date('2028-02-29T12:00:00Z');
  await pages.refresh();
  expect(textNow()).toContain('Expires: 2028-12-25T00:00:00Z\n');
  const policy = build.files.get('/security-policy.txt')?.body.toString();
  expect(policy).toBe(await readFile('SECURITY.md', 'utf8'));
});
