import { createMemoryHistory, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { StaticFrame } from '../../contract/static-frames.ts';
import { APP_PATHS, type AppPath } from '../../contract/site-paths.ts';
import { AccountStaticFrame } from '../pages/account/account-static-frame.tsx';
import { ForgotPasswordFrame, SigninFrame, SignupFrame } from '../pages/auth/auth-static-frames.tsx';
import { PaymentStaticFrame } from '../pages/checkout/payment-static-frame.tsx';
import { SeasonStaticFrame } from '../pages/checkout/season-static-frame.tsx';
import { ShippingStaticFrame } from '../pages/checkout/shipping-layout.tsx';
import { GiftStaticFrame } from '../pages/gift/gift-static-frame.tsx';
import { Frame } from './root-routes.tsx';
import { routerOptions } from './router.tsx';

/** Frames have no forms, so that nothing is typed before the app runs and then lost. */
const FRAMES: Partial<Record<AppPath, ReactNode>> = {
  [APP_PATHS.signup]: <SignupFrame />,
  [APP_PATHS.signin]: <SigninFrame />,
  [APP_PATHS.forgotPassword]: <ForgotPasswordFrame />,
  [APP_PATHS.seasonSelection]: <SeasonStaticFrame />,
  [APP_PATHS.giftSubscription]: <GiftStaticFrame />,
  [APP_PATHS.shipping]: <ShippingStaticFrame />,
  [APP_PATHS.payment]: <PaymentStaticFrame />,
  [APP_PATHS.account]: <AccountStaticFrame />,
};

export function renderStaticFrames(): readonly StaticFrame[] {
  return Object.entries(FRAMES).map(([path, frame]) => ({ path, html: renderFrame(path, frame) }));
}

function renderFrame(path: string, frame: ReactNode): string {
  const history = createMemoryHistory({ initialEntries: [path] });
  // Scroll restoration would need an inline script, which the Content Security Policy forbids.
  const router = createRouter({ ...routerOptions, scrollRestoration: false, history });
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Frame>{frame}</Frame>
    </RouterContextProvider>,
  );
}
