import { cardsFilledBy, MOST_CARDS } from '../../platform/typesetting/message-cards.ts';
import { ApiError } from '../../platform/api-error.ts';

/**
 * @throws ApiError validation_failed if the message needs more cards than fit into a letter's envelope (rules/gifts 7)
 */
export async function refuseLongMessage(message: string | null): Promise<void> {
  const cards = message === null ? 0 : await cardsFilledBy(message);
  if (cards <= MOST_CARDS) return;
  const problem = `This message fills ${cards} cards, and the letter has room for two. Please shorten it, or use fewer lines.`;
  throw new ApiError('validation_failed', problem, { giftMessage: problem });
}
