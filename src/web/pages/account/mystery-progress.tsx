import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
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
import { placeOf, shortDate } from '../letters/letter-words.ts';
import { MissingLetterDialog } from '../letters/missing-letter-dialog.tsx';
import { PersonalCalendar } from '../letters/personal-calendar.tsx';
import { type AccountSubscription, type NumberedSubscription, STATUS_WORDS } from './owned-subscription.ts';

const route = getRouteApi('/signed-in/account/');

interface MysteryProgressProps {
  readonly subscriptions: readonly NumberedSubscription[];
  /** Gifts count where there is no season of the user's own. */
  readonly received: readonly ReceivedGift[];
  readonly onDone: (notice: BoardNotice) => void;
}

/** The picker begins with the first subscription (rules/subscriptions 18). */
export function MysteryProgress({ subscriptions, received, onDone }: MysteryProgressProps) {
  const { subscription: named } = route.useSearch();
  const [pickedId, setPickedId] = useState<string | null>(named ?? null);
  const picked = subscriptions.find(({ reply }) => reply.id === pickedId) ?? subscriptions[0];
  return (
    <Sheet title="Mystery Progress">
      {picked === undefined ? (
        <NothingOfOnesOwn received={received} />
      ) : (
        <Stack>
          <SelectField
            label="Subscription"
            value={picked.reply.id}
            onChange={({ target }) => setPickedId(target.value)}
          >
            {subscriptions.map((subscription) => (
              <option key={subscription.reply.id} value={subscription.reply.id}>
                {titleOf(subscription, subscriptions)}
              </option>
            ))}
          </SelectField>
          <ProgressOf subscription={picked} />
          <PersonalCalendar key={picked.reply.id} subscription={picked.reply} />
          <MissingLetterDialog subscriptionId={picked.reply.id} onDone={onDone} />
        </Stack>
      )}
    </Sheet>
  );
}

function NothingOfOnesOwn({ received }: Pick<MysteryProgressProps, 'received'>) {
  return (
    <Stack>
      {received.map((gift) => (
        <GiftUnderway key={gift.id} {...gift} />
      ))}
      {received.length === 0 && <p>No mystery is underway. Somewhere, a victim waits to be found.</p>}
      <AppButtonLink fit to={APP_PATHS.seasonSelection} variant="secondary">
        Add Season
      </AppButtonLink>
    </Stack>
  );
}

function GiftUnderway({ seasonName, giverName, lettersReceived, totalLetters }: ReceivedGift) {
  return (
    <>
      <p>
        {`${seasonName}, from ${giverName ?? 'somebody who knows you'}. `}
        <Link to={APP_PATHS.accountSubscription}>It is listed with your gifts.</Link>
      </p>
      <LettersProgress lettersReceived={lettersReceived} totalLetters={totalLetters} />
    </>
  );
}

/** What looks alike is told apart by the account's own number, its start and where it goes (rules/subscriptions 38). */
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
