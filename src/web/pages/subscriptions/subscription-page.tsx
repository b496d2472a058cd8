import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { PublicStatus } from '../../../domain/subscription.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { AccountData } from '../account/account-data.tsx';
import { GiftsPanel } from '../gift/gifts-panel.tsx';
import { numbered, type NumberedSubscription } from '../account/owned-subscription.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { SubscriptionEntry } from './subscription-entry.tsx';
import styles from './subscription-lists.module.css';

const route = getRouteApi('/signed-in/account/subscription');

export function SubscriptionPage() {
  return (
    <>
      <h1>Your Subscriptions</h1>
      <AccountData panels={['Overview', 'Active subscriptions']}>
        {({ subscriptions }) => (
          <>
            <Subscriptions owned={numbered(subscriptions)} activeGifts={subscriptions.filter(isActiveGift).length} />
            {/* Shown last: the placeholders are taller than the final panels and would move it. */}
            <GiftsPanel />
          </>
        )}
      </AccountData>
    </>
  );
}

function isActiveGift({ isGift, status }: SubscriptionReply): boolean {
  return isGift && status === 'active';
}

function Subscriptions({ owned, activeGifts }: Omit<SubscriptionListsProps, 'onDone'>) {
  const { dialog, subscription: id } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const chosen = owned.find(({ reply }) => reply.id === id) ?? null;
  return (
    <>
      <SubscriptionDialog kind={dialog ?? null} subscription={chosen} onDone={setNotice} />
      <NoticeBoard notice={notice} covered={dialog !== undefined} />
      <SubscriptionCounts owned={owned} />
      <SubscriptionLists owned={owned} activeGifts={activeGifts} onDone={setNotice} />
    </>
  );
}

function SubscriptionCounts({ owned }: { readonly owned: readonly NumberedSubscription[] }) {
  const count = (wanted: PublicStatus) => owned.filter(({ status }) => status === wanted).length;
  return (
    <Sheet
      title="Overview"
      aside={
        <AppButtonLink to={APP_PATHS.seasonSelection} variant="secondary">
          + Add Season
        </AppButtonLink>
      }
    >
      <DefinitionList
        layout="figures"
        items={[
          { term: 'Active', detail: count('active') },
          { term: 'Cancelled', detail: count('cancelled') },
          { term: 'Completed', detail: count('completed') },
        ]}
      />
    </Sheet>
  );
}

interface SubscriptionListsProps {
  readonly owned: readonly NumberedSubscription[];
  readonly activeGifts: number;
  readonly onDone: (notice: BoardNotice) => void;
}

const LISTS = [
  { status: 'active', title: 'Active subscriptions' },
  { status: 'cancelled', title: 'Cancelled subscriptions' },
  { status: 'completed', title: 'Completed subscriptions' },
] as const satisfies readonly { status: PublicStatus; title: string }[];

function SubscriptionLists({ owned, activeGifts, onDone }: SubscriptionListsProps) {
  return LISTS.map(({ status, title }) => {
    const listed = owned.filter((subscription) => subscription.status === status);
    if (listed.length === 0 && status !== 'active') return null;
    return (
      <Sheet key={status} title={title}>
        {listed.length === 0 ? (
          <p>{noneActive(activeGifts)}</p>
        ) : (
          <ul className={styles.list}>
            {listed.map((subscription) => (
              <li key={subscription.reply.id} className={styles.entry}>
                <SubscriptionEntry subscription={subscription} onDone={onDone} />
              </li>
            ))}
          </ul>
        )}
      </Sheet>
    );
  });
}

function noneActive(activeGifts: number): string {
  if (activeGifts > 0) return 'None of your own. The gifts you pay for are below, under Gifts You Have Given.';
  return 'None. Nothing is being charged.';
}
