import { API } from '../../../contract/api.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { serve } from '../../identity/serve.ts';
import type { Hono } from 'hono';
import type { AppEnv } from '../../platform/http/call.ts';
import { handleBlockSeat, handleLiftBlock, handleRemoveSeat } from './companions.ts';
import { handleChangeOwnSeat, handleGetCaseGroup, handleLeaveCaseGroup, handleStartCaseGroup } from './groups.ts';
import {
  handleAcceptInvitation,
  handleInviteToGroup,
  handleLookAtInvitation,
  handleWithdrawInvitation,
} from './invitations.ts';
import { handleListSharedNotes } from './shared-notes.ts';

export function serveCaseGroups(app: Hono<AppEnv>, ctx: CommerceContext): void {
  serve(app, ctx, API.getCaseGroup, handleGetCaseGroup);
  serve(app, ctx, API.startCaseGroup, handleStartCaseGroup);
  serve(app, ctx, API.changeOwnSeat, handleChangeOwnSeat);
  serve(app, ctx, API.leaveCaseGroup, handleLeaveCaseGroup);
  serve(app, ctx, API.removeSeat, handleRemoveSeat);
  serve(app, ctx, API.blockSeat, handleBlockSeat);
  serve(app, ctx, API.liftBlock, handleLiftBlock);
  serve(app, ctx, API.inviteToGroup, handleInviteToGroup);
  serve(app, ctx, API.withdrawInvitation, handleWithdrawInvitation);
  serve(app, ctx, API.lookAtInvitation, handleLookAtInvitation);
  serve(app, ctx, API.acceptInvitation, handleAcceptInvitation);
  serve(app, ctx, API.listSharedNotes, handleListSharedNotes);
}
