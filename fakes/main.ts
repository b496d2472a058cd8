import { parseArgs } from 'node:util';

/** A running stand-in, whatever it stands in for. */
interface StandIn {
  url: string;
  close(): Promise<void>;
}

interface Flags {
  port: string;
  data?: string;
  webhook?: string;
  'webhook-secret'?: string;
  'secret-key'?: string;
  'publishable-key'?: string;
  'smtp-port'?: string;
}

/** Each stand-in is loaded only when it is asked for. */
const STAND_INS: Record<string, (flags: Flags) => Promise<StandIn>> = {
  async stripe(flags) {
    const { createSandbox } = await import('./stripe/sandbox.ts');
    return createSandbox({
      port: Number(flags.port),
      ...(flags.data ? { dataFile: `${flags.data}/stripe.journal` } : {}),
      ...(flags.webhook ? { webhooks: [{ url: flags.webhook, secret: flags['webhook-secret'] ?? '' }] } : {}),
      ...(flags['secret-key'] ? { secretKey: flags['secret-key'] } : {}),
      ...(flags['publishable-key'] ? { publishableKey: flags['publishable-key'] } : {}),
    });
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    webhook: { type: 'string' },
    'webhook-secret': { type: 'string' },
    'secret-key': { type: 'string' },
    'publishable-key': { type: 'string' },
    'smtp-port': { type: 'string' },
  },
});
const start = STAND_INS[positionals[0] ?? ''];
if (!start) {
  console.error(`Say which stand-in to start: ${Object.keys(STAND_INS).join(', ')}.`);
  process.exit(2);
}
const standIn = await start(values);
// The one line the launcher waits for.
console.log(JSON.stringify({ ready: true, url: standIn.url }));
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
