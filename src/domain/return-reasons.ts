export const RETURN_REASONS = {
  not_known: 'no one with that name is known there',
  insufficient_address: 'the address is not complete',
  no_such_number: 'there is no such house number',
  no_such_street: 'there is no such street',
  moved: 'the recipient has moved and left no forwarding address',
  forwarding_ended: 'the recipient has moved, and mail forwarding has ended',
  no_mailbox: 'there is no mailbox',
  vacant: 'the address is vacant',
  unclaimed: 'it wasn’t picked up',
  refused: 'it was refused',
  says_nothing: 'no reason given',
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;

export function noMoreThere(there: string, isGift: boolean): string {
  const until = isGift ? 'we’ve checked it' : 'you correct it or we’ve checked it';
  return `We mail nothing more to ${there} until ${until}. Only letters that are already addressed still go there.`;
}

export function isReturnReason(text: string | null): text is ReturnReason {
  return text !== null && Object.hasOwn(RETURN_REASONS, text);
}
