import { randomUUID } from 'node:crypto';
import { API } from '../../src/contract/api.ts';
import type { Shopper } from '../clients/shopper.ts';
import { IN_SEASON } from './case-groups.ts';

/** Ids by which something of another user’s group is known. */
export interface AnothersGroup {
  readonly seatId: string;
  readonly invitationId: string;
}

const SEAT = { name: 'Ada', showsNotes: true };

/** Calls about groups in which a user names another’s, or a season that does not come to the user: each is answered 404. */
export function caseGroupAttempts(thief: () => Shopper, theirs: () => AnothersGroup) {
  const season = { params: { season: 'season-9' } };
  const attempt = (what: string, call: () => Promise<unknown>) => [{ what, call, status: 404, code: 'not_found' }];
  const ofSeat = () => ({ params: { ...IN_SEASON, seat: theirs().seatId } });
  const ofInvitation = () => ({ params: { ...IN_SEASON, invitation: theirs().invitationId } });
  return {
    getCaseGroup: attempt('season', () => thief().call(API.getCaseGroup, season)),
    startCaseGroup: attempt('season', () => thief().call(API.startCaseGroup, { ...season, body: SEAT })),
    changeOwnSeat: attempt('season', () => thief().call(API.changeOwnSeat, { ...season, body: SEAT })),
    leaveCaseGroup: attempt('season', () => thief().call(API.leaveCaseGroup, season)),
    listSharedNotes: attempt('season', () => thief().call(API.listSharedNotes, season)),
    inviteToGroup: attempt('season', () => thief().call(API.inviteToGroup, season)),
    removeSeat: attempt('seat', () => thief().call(API.removeSeat, ofSeat())),
    blockSeat: attempt('seat', () => thief().call(API.blockSeat, ofSeat())),
    withdrawInvitation: attempt('invitation', () => thief().call(API.withdrawInvitation, ofInvitation())),
    // Whose block it is stands in `case-groups.test.ts`.
    liftBlock: attempt('block', () => thief().call(API.liftBlock, { params: { ...IN_SEASON, block: randomUUID() } })),
    // A seat is taken by a link, and the first holder of the link may.
    lookAtInvitation: [],
    acceptInvitation: [],
  } as const;
}
