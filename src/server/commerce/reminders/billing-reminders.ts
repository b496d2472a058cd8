import type { CommerceContext } from '../context.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { type ExpiringCard, type EndingSeason, listEndingSeasons, listExpiringCards } from './queries.ts';

export async function remindOfBilling(ctx: CommerceContext): Promise<void> {
  for (let page = await listExpiringCards(ctx.db, ctx.clock.now()); page.length > 0;) {
    for (const card of page) await notifyCardExpiring(ctx, card);
    page = await listExpiringCards(ctx.db, ctx.clock.now());
  }
  for (let page = await listEndingSeasons(ctx.db, ctx.clock.now()); page.length > 0;) {
    for (const season of page) await notifySeasonEnding(ctx, season);
    page = await listEndingSeasons(ctx.db, ctx.clock.now());
  }
}

async function notifyCardExpiring(ctx: CommerceContext, card: ExpiringCard): Promise<void> {
  const { brand, last4, expMonth, expYear } = card;
  await queueEmail(ctx, ctx.db, {
    kind: 'card-expiring',
    dedupeKey: card.dedupeKey,
    to: card.email,
    userId: card.userId,
    data: { name: card.fullName, card: { brand, last4, expMonth, expYear }, nextCharge: card.nextCharge.toISOString() },
  });
}

async function notifySeasonEnding(ctx: CommerceContext, season: EndingSeason): Promise<void> {
  await queueEmail(ctx, ctx.db, {
    kind: 'season-ending',
    dedupeKey: season.dedupeKey,
    to: season.email,
    userId: season.userId,
    data: { name: season.fullName, seasonName: season.seasonName, endsAt: season.endsAt.toISOString() },
  });
}
