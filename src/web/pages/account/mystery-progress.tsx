import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ReceivedGift } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { PLANS } from '../../../domain/plans.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { BoardNotice } from '../../ui/notice.tsx';
import { LettersProgress } from '../../ui/progress.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { giverOf } from '../gift/gift-words.ts';
import { ReceivedGiftProgress } from '../gift/received-gift-progress.tsx';
import { placeOf, shortDate } from '../letters/letter-words.ts';
import { MissingLetterDialog } from '../letters/missing-letter-dialog.tsx';
import { PersonalCalendar } from '../letters/personal-calendar.tsx';
import { type AccountSubscription, type NumberedSubscription, STATUS_WORDS } from './owned-subscription.ts';

const route = getRouteApi('/signed-in/account/');

interface MysteryProgressProps {
  readonly subscriptions: readonly NumberedSubscription[];
  readonly received: readonly ReceivedGift[];
  readonly onDone: (notice: BoardNotice) => void;
}

/** The first subscription is selected at first (rules/subscriptions 18). */
export function MysteryProgress({ subscriptions, received, onDone }: MysteryProgressProps) {
  const { subscription: named } = route.useSearch();
  const [pickedId, setPickedId] = useState<string | null>(named ?? null);
  const seasons = [...subscriptions.map((own) => ownSeason(own, subscriptions)), ...received.map(givenSeason)];
  const picked = seasons.find(({ id }) => id === pickedId) ?? seasons[0];
  return (
    <Sheet title="Mystery Progress">
      <Stack>
        {picked === undefined ? (
          <p>No mystery is underway. Somewhere, a victim waits to be found.</p>
        ) : (
          <>
            <SelectField label="Subscription" value={picked.id} onChange={({ target }) => setPickedId(target.value)}>
              {seasons.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {picked.progress}
            <PersonalCalendar key={picked.id} id={picked.id} isGift={picked.isGift} />
            <MissingLetterDialog subscriptionId={picked.id} onDone={onDone} />
          </>
        )}
        {subscriptions.length === 0 && (
          <AppButtonLink fit to={APP_PATHS.seasonSelection} variant="secondary">
            Add Season
          </AppButtonLink>
        )}
      </Stack>
    </Sheet>
  );
}

interface SeasonUnderway {
  readonly id: string;
  readonly title: string;
  readonly isGift: boolean;
  readonly progress: ReactNode;
}

function ownSeason(own: NumberedSubscription, all: readonly NumberedSubscription[]): SeasonUnderway {
  return { id: own.reply.id, title: titleOf(own, all), isGift: false, progress: <ProgressOf subscription={own} /> };
}

function givenSeason(gift: ReceivedGift, _index: number, all: readonly ReceivedGift[]): SeasonUnderway {
  const name = givenName(gift);
  const isOnlyOne = all.filter((other) => givenName(other) === name).length === 1;
  return {
    id: gift.subscriptionId,
    title: isOnlyOne ? name : `${name}, start date ${shortDate(gift.startDate)}`,
    isGift: true,
    progress: <ReceivedGiftProgress gift={gift} />,
  };
}

function givenName(gift: ReceivedGift): string {
  return `${gift.seasonName}, from ${giverOf(gift)}`;
}

/** Equal titles get the subscription's number, start date and address (rules/subscriptions 38). */
function titleOf(titled: NumberedSubscription, all: readonly NumberedSubscription[]): string {
  const isOnlyOne = all.filter((other) => nameOf(other) === nameOf(titled)).length === 1;
  if (isOnlyOne) return nameOf(titled);
  const { label, reply } = titled;
  const to = reply.shippingAddress === null ? '' : `, to ${placeOf(reply.shippingAddress)}`;
  return `${label}: ${nameOf(titled)}, since ${shortDate(reply.startDate)}${to}`;
}

function nameOf({ reply }: AccountSubscription): string {
  return `${reply.seasonName}, ${PLANS[reply.planType].name.toLowerCase()}`;
}

function ProgressOf({ subscription: { reply, status } }: { readonly subscription: AccountSubscription }) {
  return (
    <>
      <LettersProgress lettersReceived={reply.lettersReceived} totalLetters={reply.totalLetters} />
      <DefinitionList
        layout="figures"
        items={[
          { term: 'Subscription', detail: reply.seasonName },
          { term: 'Plan', detail: PLANS[reply.planType].name },
          { term: 'Status', detail: STATUS_WORDS[status] },
          { term: 'Start date', detail: formatDate(startOf(reply)) },
        ]}
      />
    </>
  );
}

function startOf(reply: AccountSubscription['reply']): CalendarDate {
  return reply.startDate as CalendarDate;
}
