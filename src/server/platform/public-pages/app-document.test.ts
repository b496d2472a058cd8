import { settingsOfConfig } from '../shop-settings.ts';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '../../../../launch/prepare.mjs';
import type { PublicPages } from '../../../contract/public-pages.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { readConfig } from '../config/config.ts';
import { type AppDocuments, representAppDocuments } from './app-document.ts';
import { type BuildOutput, readBuildOutput } from './build-output.ts';
import { pageFacts } from './public-pages.ts';

const FOR_VISITORS = [
  ['/signup', 'Join the Club'],
  ['/signin', 'Sign In'],
  ['/forgot-password', 'Forgot Your Password?'],
  ['/season-selection', 'Choose Your Season'],
] as const;

const FOR_USERS = [
  ['/shipping', 'Where Do Your Letters Go?'],
  ['/payment', 'Payment'],
  ['/gift-subscription', 'Gift Subscription'],
  ['/account', 'Your Account'],
] as const;

const WAY = [...FOR_VISITORS, ...FOR_USERS] as const;

let build: BuildOutput;
let documents: AppDocuments;
let publicPages: PublicPages;

beforeAll(async () => {
  await prepare({ build: true });
  build = await readBuildOutput();
  const config = readConfig({
    SITE_URL: 'http://localhost:3000',
    SUPPORT_EMAIL: 'help@deadletter.example',
    GOVERNING_LAW: 'the State of Maine',
    SELLER: 'Farrow & Pike LLC | 1 Pier Road | Portland, ME 04101',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    SMTP_URL: 'smtp://127.0.0.1:25',
  });
  const surroundings = { config, clock: { now: () => new Date() }, log: pino({ level: 'silent' }) };
  const ctx = { ...surroundings, keys: { signAlike: () => 'anon' }, holidays: async () => NO_OVERRIDES };
  documents = representAppDocuments(ctx, build);
  publicPages = build.render(pageFacts(ctx, build.assets, NO_OVERRIDES, settingsOfConfig(config)));
}, 60_000);

function htmlAt(path: string): string {
  return documents.at(path).variant('identity').bytes.toString();
}

function linkedBy(html: string, rel: string): string[] {
  return [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]*href="([^"]+)"`, 'g'))].map(([, url = '']) => url);
}

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, url = '']) => url);
}

function weight(url: string): number {
  return build.files.get(url)?.br?.length ?? Infinity;
}

describe.each(WAY)('the document of %s', (path, heading) => {
  test('has the page’s static frame, and nothing inline', () => {
    const html = htmlAt(path);
    expect(/<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.[1]).toBe(heading);
    expect(html).toContain(`<title>${heading} · The Dead Letter Club</title>`);
    expect(html).toContain('email <a href="mailto:help@deadletter.example">');
    expect(html).toContain('>Farrow &#38; Pike LLC\n1 Pier Road\nPortland, ME 04101</p>');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)|\{\{/);
  });

  test('says once what to do without script, and has no form or field', () => {
    const html = htmlAt(path);
    expect(html.match(/<noscript><p>This page needs JavaScript/g)).toHaveLength(1);
    expect(html.match(/<noscript>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<(form|input|select|textarea)\b/);
  });

  test('preloads the scripts of its page, at most 220 kB in ten files', () => {
    const html = htmlAt(path);
    const scripts = [...scriptsOf(html), ...linkedBy(html, 'modulepreload')];
    expect(scripts.length).toBeLessThanOrEqual(10);
    expect(scripts.reduce((sum, url) => sum + weight(url), 0)).toBeLessThanOrEqual(220_000);
  });
});

test('the footer and the Terms name the seller, and the Terms when they apply and by which law', () => {
  const { '/': home, '/terms': terms } = publicPages;
  for (const html of [home, terms]) expect(html).toContain('Farrow &amp; Pike LLC\n1 Pier Road\nPortland, ME 04101');
  expect(terms).toContain('governed by the law of the State of Maine');
  expect(terms).toMatch(/Effective \w+ \d+, 20\d\d/);
});

test('a page without a static frame preloads the scripts of the app', () => {
  const html = htmlAt('/account/profile');
  expect(html).toContain('<div id="root"></div>');
  expect(linkedBy(html, 'modulepreload').join()).toContain('/assets/main-');
});

function cameraPolicyAt(path: string): string | undefined {
  return documents
    .at(path)
    .variant('br')
    .headers.find((each) => each.includes('camera='));
}

test('the page that scans envelopes may use the camera, and no other', () => {
  expect(cameraPolicyAt('/operator/returns')).toContain('camera=(self)');
  for (const path of ['/operator', '/operator/trouble', '/account']) {
    expect(cameraPolicyAt(path)).toContain('camera=()');
  }
});
