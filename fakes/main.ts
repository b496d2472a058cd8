import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface StandIn {
  url: string;
  smtpUrl?: string;
  close(): Promise<void>;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** 0, or nothing, takes any free port. */
    port: { type: 'string', default: '0' },
    /** The folder of the state; unset keeps it in memory. */
    data: { type: 'string' },
    /** The shop's URL, if it isn't a loopback name. */
    site: { type: 'string' },
    webhook: { type: 'string' },
    'smtp-port': { type: 'string', default: '0' },
    'http-port': { type: 'string', default: '0' },
    'client-id': { type: 'string', default: 'google-stand-in' },
    'redirect-uri': { type: 'string', multiple: true, default: ['http://localhost:3000/auth/v1/callback'] },
  },
});

/** The webhooks' or client's secret, not an argument: every user can read a program's arguments. */
const { STAND_IN_SECRET } = process.env;

const STAND_INS: Record<string, () => Promise<StandIn>> = {
  async stripe() {
    const { createSandbox } = await import('./stripe/sandbox.ts');
    return createSandbox({
      port: Number(flags.port),
      ...(flags.data ? { dataFile: join(flags.data, 'stripe.journal') } : {}),
      webhooks: flags.webhook ? [{ url: flags.webhook, secret: STAND_IN_SECRET ?? '' }] : [],
      ...(flags.site ? { siteUrl: flags.site } : {}),
    });
  },
  async mailbox() {
    const { startMailbox } = await import('./mailbox/mailbox.ts');
    return startMailbox({
      smtpPort: Number(flags['smtp-port']),
      httpPort: Number(flags['http-port']),
      ...(flags.data ? { dataDir: flags.data } : {}),
    });
  },
  async google() {
    const { startGoogle } = await import('./google/google.ts');
    return startGoogle({
      port: Number(flags.port),
      clientId: flags['client-id'],
      clientSecret: STAND_IN_SECRET ?? 'google-stand-in',
      redirectUris: flags['redirect-uri'],
      ...(flags.data ? { dataDir: flags.data } : {}),
    });
  },
  async usps() {
    const { startUsps } = await import('./usps/usps.ts');
    const secret = STAND_IN_SECRET ?? 'usps:a-feed-of-scans-alone';
    return startUsps({
      port: Number(flags.port),
      client: { id: flags['client-id'], secret: secret.slice(secret.indexOf(':') + 1) },
      ...(flags.webhook ? { feed: { url: flags.webhook, login: secret } } : {}),
      ...(flags.data ? { dataDir: flags.data } : {}),
    });
  },
  async lob() {
    const { startLob } = await import('./lob/lob.ts');
    return startLob({
      port: Number(flags.port),
      apiKey: 'test_standin0',
      ...(flags.webhook ? { webhook: { url: flags.webhook, secret: STAND_IN_SECRET ?? '' } } : {}),
      ...(flags.data ? { dataDir: flags.data } : {}),
    });
  },
};

// Without a listener an error of a full disk would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const start = STAND_INS[positionals[0] ?? ''];
if (!start) {
  console.error(`Say which stand-in to start: ${Object.keys(STAND_INS).join(' or ')}.`);
  process.exit(2);
}
const standIn = await start();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
console.log(JSON.stringify({ ready: true, url: standIn.url, smtpUrl: standIn.smtpUrl }));
