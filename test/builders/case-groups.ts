import { randomUUID } from 'node:crypto';
import { API } from '../../src/contract/api.ts';
import type { CaseGroupReply } from '../../src/contract/case-groups.ts';
import type { NoteChangeBody } from '../../src/contract/notes.ts';
import type { Shopper } from '../clients/shopper.ts';
import { SEASON } from './case-files.ts';

export const IN_SEASON = { season: SEASON } as const;

export async function startGroup(user: Shopper, name: string): Promise<CaseGroupReply> {
  return await user.call(API.startCaseGroup, { params: IN_SEASON, body: { name, showsNotes: true } });
}

/** @returns the secret of a new link */
export async function invite(owner: Shopper): Promise<string> {
  const { link } = await owner.call(API.inviteToGroup, { params: IN_SEASON });
  return new URL(link).searchParams.get('token') ?? '';
}

export async function acceptInvitation(user: Shopper, token: string, name: string): Promise<{ seasonId: string }> {
  return await user.call(API.acceptInvitation, { body: { token, name, showsNotes: true } });
}

/** A group of those users, whose names are A, B, C… in their order; the first is its owner. */
export async function sitTogether(...users: readonly [Shopper, ...Shopper[]]): Promise<void> {
  const [owner, ...others] = users;
  await startGroup(owner, 'A');
  for (const [index, user] of others.entries()) {
    await acceptInvitation(user, await invite(owner), String.fromCodePoint(66 + index));
  }
}

/** Pins a note from a new device. @returns its id */
export async function pinNote(user: Shopper, text: string, change: Partial<NoteChangeBody> = {}): Promise<string> {
  const id = randomUUID();
  const pin = { letter: 1, kind: 'letter', pinnedTo: '' } as const;
  const blank = { id, copyId: randomUUID(), seq: 1, base: 0, deleted: false, ...pin };
  const changes = [{ ...blank, text, ...change }];
  await user.call(API.syncNotes, { body: { seasonId: SEASON, device: randomUUID(), since: 0, changes } });
  return id;
}

/** The others' notes that the user sees, sorted. */
export async function notesSeenBy(user: Shopper): Promise<string[]> {
  const { notes } = await user.call(API.listSharedNotes, { params: IN_SEASON });
  return notes.map(({ text }) => text).toSorted();
}

export async function groupSeenBy(user: Shopper): Promise<CaseGroupReply> {
  return await user.call(API.getCaseGroup, { params: IN_SEASON });
}

export async function namesSeenBy(user: Shopper): Promise<string[]> {
  return (await groupSeenBy(user)).group?.seats.map(({ name }) => name) ?? [];
}

/** @returns the id by which that user knows the seat of that name */
export async function seatOf(user: Shopper, name: string): Promise<string> {
  const seat = (await groupSeenBy(user)).group?.seats.find((one) => one.name === name);
  if (seat === undefined) throw new Error(`${name} has no seat.`);
  return seat.id;
}
