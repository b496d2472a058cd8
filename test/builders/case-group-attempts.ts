import { randomUUID } from 'node:crypto';
import { API } from '../../src/contract/api.ts';
import type { Shopper } from '../clients/shopper.ts';
import { IN_SEASON, startGroup } from './case-groups.ts';

/** Ids of objects in another user’s group. */
export interface AnothersGroup {
  readonly seatId: string;
  readonly invitationId: string;
}

/** Starts one group per user. @returns the ids in the owner’s group */
export async function startRivalGroups(owner: Shopper, thief: Shopper): Promise<AnothersGroup> {
  for (const user of [thief, owner]) await startGroup(user, 'Ada');
  const { group } = await owner.call(API.inviteToGroup, { params: IN_SEASON });
  return { seatId: group?.seats[0]?.id ?? '', invitationId: group?.invitations[0]?.id ?? '' };
}

const SEAT = { name: 'Ada', showsNotes: true };

/** Calls that name another user’s group, or a season that the user doesn't receive: each is answered 404. */
export function caseGroupAttempts(both: () => { readonly thief: Shopper; readonly theirs: AnothersGroup }) {
  const season = { params: { season: 'season-9' } };
  const ofSeat = () => ({ params: { ...IN_SEASON, seat: both().theirs.seatId } });
  const ofInvitation = () => ({ params: { ...IN_SEASON, invitation: both().theirs.invitationId } });
  return {
    getCaseGroup: attempt('season', () => both().thief.call(API.getCaseGroup, season)),
    startCaseGroup: attempt('season', () => both().thief.call(API.startCaseGroup, { ...season, body: SEAT })),
    changeOwnSeat: attempt('season', () => both().thief.call(API.changeOwnSeat, { ...season, body: SEAT })),
    leaveCaseGroup: attempt('season', () => both().thief.call(API.leaveCaseGroup, season)),
    listSharedNotes: attempt('season', () => both().thief.call(API.listSharedNotes, season)),
    inviteToGroup: attempt('season', () => both().thief.call(API.inviteToGroup, season)),
    removeSeat: attempt('seat', () => both().thief.call(API.removeSeat, ofSeat())),
    blockSeat: attempt('seat', () => both().thief.call(API.blockSeat, ofSeat())),
    withdrawInvitation: attempt('invitation', () => both().thief.call(API.withdrawInvitation, ofInvitation())),
    // `case-groups.test.ts` tests the blocks' owners.
    liftBlock: attempt('block', () =>
      both().thief.call(API.liftBlock, { params: { ...IN_SEASON, block: randomUUID() } }),
    ),
    // The first user with an invitation link may take a seat.
    lookAtInvitation: [],
    acceptInvitation: [],
  } as const;
}

function attempt(what: string, call: () => Promise<unknown>) {
  return [{ what, call, status: 404, code: 'not_found' }];
}
