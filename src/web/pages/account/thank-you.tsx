import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { type DateWindow, windowInWords } from '../../../domain/calendar-date.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Text } from '../../ui/text.tsx';
import type { AwaitedPurchase } from './awaited-purchase.ts';

export function ThankYou({ purchase }: { readonly purchase: AwaitedPurchase }) {
  if (purchase.state === 'none') return null;
  if (purchase.state === 'recorded') return <Welcome subscription={purchase.subscription} />;
  return purchase.state === 'waiting' ? <Waiting /> : <TakingLong />;
}

function Welcome({ subscription: { firstLetter, seasonName, isGift } }: { readonly subscription: SubscriptionReply }) {
  useThankedOnce();
  return (
    <Notice tone="success" title="Thank you. Your order is confirmed.">
      <p>
        <Text>
          {isGift
            ? `Your gift of ${seasonName} is confirmed. You’ll find it under Subscription. `
            : `${seasonName} is yours. There’s nothing more you need to do. `}
        </Text>
        {firstLetter !== null && <Text>{`We mail letter 1 ${windowInWords(firstLetter as DateWindow)}. `}</Text>}
        <Text>We’ve emailed you the details.</Text>
      </p>
    </Notice>
  );
}

/** Removes the mark, so that a reload or Back shows the usual account page. Scrolls up, to the thanks. */
function useThankedOnce(): void {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '.', search: true, state: {}, replace: true });
  }, [navigate]);
}

function Waiting() {
  return (
    <Notice tone="info" title="Thank you. We have your order.">
      <Spinner label="Setting up your subscription…" />
    </Notice>
  );
}

function TakingLong() {
  return (
    <Notice tone="warning" title="We have your order. It isn’t in your account yet.">
      <p>
        Don’t order again: it will appear in your account automatically. If it isn’t here within an hour,{' '}
        <a href={PUBLIC_PATHS.support}>contact us</a>.
      </p>
    </Notice>
  );
}
