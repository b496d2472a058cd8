import { Api } from './api.ts';
import { createStripe } from './stripe.ts';

declare global {
  interface Window {
    Stripe: ((publishableKey: string) => ReturnType<typeof createStripe>) & { version: string };
  }
}

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('Stripe.js is loaded by a classic script element.');
const { origin } = new URL(script.src);

// The SDK warns about any other version than this one.
window.Stripe = Object.assign((publishableKey: string) => createStripe(new Api(origin, publishableKey)), {
  version: 'endive',
});
