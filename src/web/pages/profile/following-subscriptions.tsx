import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryQuery, giftsQuery } from '../../app/queries.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { isOver } from '../gift/gift-words.ts';
import { reachWords } from '../letters/letter-words.ts';

type Seasons = readonly NumberedSubscription[];

interface FollowingSubscriptionsState {
  readonly following: Seasons;
  readonly isDirty: boolean;
  readonly toggle: (id: string) => void;
}

/** Every subscription gets the new address unless the user unticks it (rules/subscriptions 26). */
export function useFollowingSubscriptions(seasons: Seasons): FollowingSubscriptionsState {
  const [staying, setStaying] = useState<readonly string[]>([]);
  return {
    following: seasons.filter(({ reply }) => !staying.includes(reply.id)),
    isDirty: staying.length > 0,
    toggle: (id) => setStaying((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id])),
  };
}

interface FollowingSubscriptionsProps extends FollowingSubscriptionsState {
  readonly seasons: Seasons;
}

export function FollowingSubscriptions({ seasons, following, toggle }: FollowingSubscriptionsProps) {
  if (seasons.length === 0) return null;
  return (
    <FieldGroup legend="Which subscriptions use the new address?">
      {seasons.map((season) => (
        <Follower
          key={season.reply.id}
          season={season}
          follows={following.includes(season)}
          onToggle={() => toggle(season.reply.id)}
        />
      ))}
    </FieldGroup>
  );
}

export function GiftsStay() {
  const received = useQuery(giftsQuery).data?.received ?? [];
  if (received.every(isOver)) return null;
  return (
    <p>
      If someone gave you a season, its letters go to the address the giver entered. The giver can change it until
      letter 1 is addressed. After that, email us to change it.
    </p>
  );
}

interface FollowerProps {
  readonly season: NumberedSubscription;
  readonly follows: boolean;
  readonly onToggle: () => void;
}

function Follower({ season: { label, reply }, follows, onToggle }: FollowerProps) {
  const { data } = useQuery(deliveryQuery(reply.id));
  const stays = `Its letters still go to ${reply.shippingAddress?.addressLine1 ?? 'the old address'}.`;
  return (
    <CheckboxField
      label={`${label}: ${reply.seasonName}`}
      hint={follows ? reachWords(data, firstToMove) : stays}
      checked={follows}
      onChange={onToggle}
    />
  );
}

function firstToMove(letter: number, handedOverBy: string): string {
  return `Letter ${letter} is the first to go to the new address. We plan to mail it by ${handedOverBy}.`;
}
