import { createMemoryHistory, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { getAccount } from '../../contract/account.ts';
import { listAddresses } from '../../contract/addresses.ts';
import { getCheckoutConfig } from '../../contract/checkout.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { PaintedScreen } from '../../contract/first-screens.ts';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { AccountFirstScreen } from '../pages/account/account-first-screen.tsx';
import { PaymentFirstScreen } from '../pages/checkout/payment-first-screen.tsx';
import { ShippingFirstScreen } from '../pages/checkout/shipping-layout.tsx';
import { App } from './app.tsx';
import { Frame } from './root-routes.tsx';
import { routerOptions } from './router.tsx';

/** Called by the build (decision 140). */
export async function renderFirstScreens(): Promise<readonly PaintedScreen[]> {
  const pages = await Promise.all([
    renderPage(APP_PATHS.signup, { waits: true }),
    renderPage(APP_PATHS.signin, { waits: true }),
    renderPage(APP_PATHS.forgotPassword, { waits: true }),
    renderPage(APP_PATHS.seasonSelection, { waits: true }),
    renderPage(APP_PATHS.giftSubscription, { waits: false }),
  ]);
  return [
    ...pages,
    renderPlaceholder(APP_PATHS.shipping, <ShippingFirstScreen />, [listAddresses, getAccount]),
    renderPlaceholder(APP_PATHS.payment, <PaymentFirstScreen />, [getCheckoutConfig, listAddresses, getAccount]),
    renderPlaceholder(APP_PATHS.account, <AccountFirstScreen />, [getAccount], 'account'),
  ];
}

async function renderPage(path: string, { waits }: Pick<PaintedScreen, 'waits'>): Promise<PaintedScreen> {
  const router = routerAt(path);
  await router.load();
  const html = renderToString(<App router={router} />);
  if (!html.includes('<h1')) throw new Error(`The first screen of ${path} has no heading.`);
  return { path, html, chunk: 'main', asks: [], hydrated: true, waits };
}

function renderPlaceholder(
  path: string,
  screen: ReactNode,
  calls: readonly Endpoint[],
  chunk: PaintedScreen['chunk'] = 'main',
): PaintedScreen {
  const html = renderToString(
    <RouterContextProvider router={routerAt(path)}>
      <Frame>{screen}</Frame>
    </RouterContextProvider>,
  );
  return { path, html, chunk, asks: calls.map((call) => call.path), hydrated: false, waits: false };
}

/** The restoration of scroll positions would be an inline script. */
function routerAt(path: string) {
  const history = createMemoryHistory({ initialEntries: [path] });
  return createRouter({ ...routerOptions, scrollRestoration: false, history });
}
