import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** A running stand-in, whatever it stands in for. */
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
    /** The folder that keeps the stand-in's state; without it, state ends with the process. */
    data: { type: 'string' },
    webhook: { type: 'string' },
    'webhook-secret': { type: 'string', default: '' },
    'smtp-port': { type: 'string', default: '0' },
    'http-port': { type: 'string', default: '0' },
    'client-id': { type: 'string', default: 'google-stand-in' },
    'client-secret': { type: 'string', default: 'google-stand-in' },
    'redirect-uri': { type: 'string', multiple: true, default: ['http://localhost:3000/auth/v1/callback'] },
  },
});

/** Each stand-in is loaded only when it is asked for. */
const STAND_INS: Record<string, () => Promise<StandIn>> = {
  async stripe() {
    const { createSandbox } = await import('./stripe/sandbox.ts');
    return createSandbox({
      port: Number(flags.port),
      ...(flags.data ? { dataFile: join(flags.data, 'stripe.journal') } : {}),
      webhooks: flags.webhook ? [{ url: flags.webhook, secret: flags['webhook-secret'] }] : [],
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
      clientSecret: flags['client-secret'],
      redirectUris: flags['redirect-uri'],
      ...(flags.data ? { dataDir: flags.data } : {}),
    });
  },
};

// Without a listener a full disk behind one of them would end us.
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
// The one line the launcher waits for.
console.log(JSON.stringify({ ready: true, url: standIn.url, smtpUrl: standIn.smtpUrl }));
