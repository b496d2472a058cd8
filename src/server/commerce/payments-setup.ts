import { asksForHelp } from '../platform/config/asks-for-help.ts';
import { readSetupConfig } from '../platform/config/config.ts';
import { readOptions } from '../platform/config/read-options.ts';
import { ConfigError } from '../platform/config/variables.ts';
import { printable } from '../platform/logging/printable.ts';
import { setUpCatalogue } from './payments/catalogue.ts';
import { openStripe } from './payments/stripe-client.ts';
import { setUpWebhook } from './payments/webhook-endpoint.ts';

const HELP = `Makes the product, its prices and the webhook at Stripe, and prints the webhook's secret once. Safe to repeat.
It reads SITE_URL and STRIPE_SECRET_KEY.`;

if (asksForHelp(process.argv.slice(2))) say(HELP);
else await main();

async function main(): Promise<void> {
  try {
    readOptions({ args: process.argv.slice(2) }, HELP);
    const config = readSetupConfig(process.env);
    const stripe = openStripe(config);
    const prices = await setUpCatalogue(stripe);
    say(`Prices: ${prices.monthly} (monthly), ${prices.annual} (annual).`);
    const { url, secret } = await setUpWebhook(stripe, `${config.siteUrl}/webhooks/stripe`);
    say(`Events go to ${url}.`);
    say(
      secret === null
        ? 'Its secret has not changed.'
        : `Its secret is told only now; set it: STRIPE_WEBHOOK_SECRET=${secret}`,
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(
      `${printable(error instanceof ConfigError ? error.message : `The payment provider says: ${error.message}`)}\n`,
    );
    process.exitCode = 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}
