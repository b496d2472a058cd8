import type { CommerceContext } from '../context.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { type ExpiringCard, type EndingSeason, listEndingSeasons, listExpiringCards } from './queries.ts';

export async function queueBillingReminders(ctx: CommerceContext): Promise<void> {
  await forEachPage(
    () => listExpiringCards(ctx.db, ctx.clock.now()),
    (card) => notifyCardExpiring(ctx, card),
  );
  await forEachPage(
    () => listEndingSeasons(ctx.db, ctx.clock.now()),
    (season) => notifySeasonEnding(ctx, season),
  );
}

async function forEachPage<T>(list: () => Promise<T[]>, notify: (row: T) => Promise<void>): Promise<void> {
  for (let page = await list(); page.length > 0; page = await list()) {
    for (const row of page) await notify(row);
  }
}

async function notifyCardExpiring(ctx: CommerceContext, card: ExpiringCard): Promise<void> {
  const { brand, last4, expMonth, expYear, fullName: name, paysFor } = card;
  await queueEmail(ctx, ctx.db, {
    kind: 'card-expiring',
    dedupeKey: card.dedupeKey,
    to: card.email,
    userId: card.userId,
    data: { name, paysFor, card: { brand, last4, expMonth, expYear }, nextCharge: card.nextCharge.toISOString() },
  });
}

async function notifySeasonEnding(ctx: CommerceContext, season: EndingSeason): Promise<void> {
  await queueEmail(ctx, ctx.db, {
    kind: 'season-ending',
    dedupeKey: season.dedupeKey,
    to: season.email,
    userId: season.userId,
    data: {
      name: season.fullName,
      seasonName: season.seasonName,
      endsAt: season.endsAt.toISOString(),
    },
  });
}
