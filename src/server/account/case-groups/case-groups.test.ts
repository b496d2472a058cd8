import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { SEASON, signUpWithLetters } from '../../../../test/builders/case-files.ts';
import {
  acceptInvitation,
  groupSeenBy,
  IN_SEASON,
  invite,
  namesSeenBy,
  notesSeenBy,
  pinNote,
  seatOf,
  sitTogether,
  startGroup,
} from '../../../../test/builders/case-groups.ts';
import { Refusal, type Shopper } from '../../../../test/clients/shopper.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { INVITATION_DAYS } from '../../../domain/case-group.ts';
import { rateLimits } from '../../platform/schema.ts';
import { lockGroup } from './queries.ts';
import { caseGroups, caseInvitations, caseSeats } from './schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const NOT_FOUND = { status: 404, code: 'not_found' };

const withLetters = (come: number, status?: 'cancelled') => signUpWithLetters(shop, come, status);
const look = groupSeenBy;
const leave = (user: Shopper) => user.call(API.leaveCaseGroup, { params: IN_SEASON });

async function join(owner: Shopper, user: Shopper, name: string): Promise<void> {
  await acceptInvitation(user, await invite(owner), name);
}

async function groupOf(user: Shopper): Promise<string> {
  const [row] = await db.select().from(caseSeats).where(eq(caseSeats.userId, user.userId));
  return row?.groupId ?? '';
}

describe('an invitation', () => {
  let owner: Shopper;
  let guest: Shopper;
  beforeAll(async () => {
    [owner, guest] = [await withLetters(2), await withLetters(2)];
    await startGroup(owner, 'Wim');
  });

  test('says who invites to what, seats one person, and shows no email address or id of an account', async () => {
    const token = await invite(owner);
    const before = await guest.call(API.lookAtInvitation, { body: { token } });
    expect(before).toMatchObject({ seasonId: SEASON, from: 'Wim', seated: 1, hindrance: null });
    await acceptInvitation(guest, token, 'Ada');
    const seen = [before, await look(guest), await look(owner)];
    expect(await namesSeenBy(guest)).toEqual(['Wim', 'Ada']);
    const said = JSON.stringify(seen);
    for (const { email, userId } of [owner, guest]) {
      expect(said).not.toContain(email);
      expect(said).not.toContain(userId);
    }
    const third = await withLetters(1);
    await expect(acceptInvitation(third, token, 'Eve')).rejects.toMatchObject(NOT_FOUND);
  });

  test('is stored as a hash, and shown once', async () => {
    const token = await invite(owner);
    const rows = await db.select().from(caseInvitations);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await look(owner))).not.toContain(token);
    expect(shop.log.join('')).not.toContain(token);
  });

  test('that is unknown, used, withdrawn or too old has one answer', async () => {
    const stranger = await withLetters(1);
    const refusalOf = async (token: string) => {
      const answers = [
        stranger.call(API.lookAtInvitation, { body: { token } }),
        acceptInvitation(stranger, token, 'Eve'),
      ];
      return (await Promise.all(answers.map((answer) => answer.catch((error: unknown) => error)))).map((error) => {
        expect(error).toMatchObject(NOT_FOUND);
        return (error as Error).message;
      });
    };
    const [used, withdrawn] = [await invite(owner), await invite(owner)];
    await leave(guest);
    await acceptInvitation(guest, used, 'Ada');
    const open = (await look(owner)).group?.invitations.at(-1);
    await owner.call(API.withdrawInvitation, { params: { ...IN_SEASON, invitation: open?.id ?? '' } });
    const old = await invite(owner);
    await db.update(caseInvitations).set({ expiresAt: shop.clock.now() });
    const messages = await Promise.all(['a'.repeat(43), used, withdrawn, old].map(refusalOf));
    expect(new Set(messages.flat()).size).toBe(1);
    expect((await look(owner)).group?.invitations).toEqual([]);
  });

  test('lasts fourteen days, and at most five are out at a time', async () => {
    const { group } = await owner.call(API.inviteToGroup, { params: IN_SEASON });
    const days = (Date.parse(group?.invitations[0]?.expiresAt ?? '') - shop.clock.now().getTime()) / 86_400_000;
    expect(days).toBeCloseTo(INVITATION_DAYS, 1);
    for (let count = 1; count < 5; count += 1) await invite(owner);
    await expect(invite(owner)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('is made and withdrawn by the one who has sat there longest alone', async () => {
    const { group } = await look(guest);
    expect(group).toMatchObject({ own: { isOwner: false }, invitations: [] });
    await expect(invite(guest)).rejects.toMatchObject({ status: 403, code: 'not_yours' });
    const id = (await look(owner)).group?.invitations[0]?.id ?? '';
    const withdraw = guest.call(API.withdrawInvitation, { params: { ...IN_SEASON, invitation: id } });
    await expect(withdraw).rejects.toMatchObject({ code: 'not_yours' });
  });

  test('seats nobody without letters of their own, and nobody who sits elsewhere', async () => {
    await db.delete(caseInvitations);
    const link = await invite(owner);
    const stranger = await shop.signUp();
    expect(await stranger.call(API.lookAtInvitation, { body: { token: link } })).toMatchObject({
      hindrance: 'no_season',
    });
    await expect(acceptInvitation(stranger, link, 'Eve')).rejects.toMatchObject({ code: 'wrong_state' });
    const elsewhere = await withLetters(1);
    await startGroup(elsewhere, 'Eve');
    expect(await elsewhere.call(API.lookAtInvitation, { body: { token: link } })).toMatchObject({
      hindrance: 'other_group',
    });
    await expect(acceptInvitation(elsewhere, link, 'Eve')).rejects.toMatchObject({ code: 'wrong_state' });
    const cancelled = await withLetters(1, 'cancelled');
    await acceptInvitation(cancelled, link, 'Eve');
    expect(await namesSeenBy(owner)).toContain('Eve');
  });
});

describe('a name', () => {
  test('is the reader’s choice, is no address, and is had by one person of a group', async () => {
    const [owner, guest] = [await withLetters(1), await withLetters(1)];
    const refused = { status: 400, code: 'validation_failed' };
    await expect(startGroup(owner, owner.email)).rejects.toMatchObject(refused);
    await startGroup(owner, 'Aunt Wim');
    const token = await invite(owner);
    await expect(acceptInvitation(guest, token, 'AUNT-WIM')).rejects.toMatchObject({
      ...refused,
      fields: { name: 'Someone in the group already has that name.' },
    });
    await acceptInvitation(guest, token, 'Ada');
    const rename = (name: string) =>
      guest.call(API.changeOwnSeat, { params: IN_SEASON, body: { name, showsNotes: false } });
    await expect(rename('aunt wim')).rejects.toMatchObject(refused);
    expect((await rename('Ada L')).group?.own).toMatchObject({ name: 'Ada L', showsNotes: false });
    expect(await namesSeenBy(owner)).toEqual(['Aunt Wim', 'Ada L']);
  });
});

describe('group is full', () => {
  test('are six, and of three guests who sit down at once on the last one sits', async () => {
    const [owner, ...others] = await Promise.all(Array.from({ length: 8 }, () => withLetters(1)));
    if (owner === undefined) throw new Error('Nobody has signed up.');
    await sitTogether(owner, ...others.slice(0, 4));
    const guests = others.slice(4);
    const tokens = [await invite(owner), await invite(owner), await invite(owner)];
    const groupId = await groupOf(owner);
    const answers = await interleave(db, {
      hold: (tx) => lockGroup(tx, groupId),
      waiting: 3,
      call: () =>
        Promise.all(guests.map((guest, at) => outcomeOf(acceptInvitation(guest, tokens[at] ?? '', `G${at}`)))),
    });
    expect(answers.toSorted()).toEqual(['taken', 'wrong_state', 'wrong_state']);
    const seats = await db.select().from(caseSeats).where(eq(caseSeats.groupId, groupId)).orderBy(caseSeats.place);
    expect(seats.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6]);
    await expect(invite(owner)).rejects.toMatchObject({ code: 'wrong_state' });
    // The database refuses a seventh seat, even if a process allows it.
    const seventh = db
      .update(caseSeats)
      .set({ place: 7 })
      .where(eq(caseSeats.userId, owner.userId))
      .then(
        () => 'stored',
        (error: unknown) => String((error as Error).cause),
      );
    expect(await seventh).toContain('case_seats_place_check');
  });

  test('one link seats one of two who use it in the same moment, and a double click seats once', async () => {
    const [owner, one, other] = [await withLetters(1), await withLetters(1), await withLetters(1)];
    await startGroup(owner, 'Wim');
    const token = await invite(owner);
    const groupId = await groupOf(owner);
    const outcomes = await interleave(db, {
      hold: (tx) => lockGroup(tx, groupId),
      waiting: 2,
      call: () => Promise.all([one, other].map((user) => outcomeOf(acceptInvitation(user, token, 'Ada')))),
    });
    expect(outcomes.toSorted()).toEqual(['not_found', 'taken']);
    const winner = outcomes[0] === 'taken' ? one : other;
    expect(await acceptInvitation(winner, token, 'Ada')).toEqual({ seasonId: SEASON });
    expect(await namesSeenBy(owner)).toHaveLength(2);
    const twice = await withLetters(1);
    const second = await invite(owner);
    await Promise.all([acceptInvitation(twice, second, 'Tab'), acceptInvitation(twice, second, 'Tab')]);
    expect(await namesSeenBy(owner)).toHaveLength(3);
  });

  test('a group is started once by two tabs', async () => {
    const user = await withLetters(1);
    const replies = await Promise.all([startGroup(user, 'Ada'), startGroup(user, 'Ada'), startGroup(user, 'Ada')]);
    expect(new Set(replies.map(({ group }) => group?.seats[0]?.id)).size).toBe(1);
    const seats = await db.select().from(caseSeats).where(eq(caseSeats.userId, user.userId));
    expect(seats).toHaveLength(1);
    const empty = sql`not exists (select 1 from case_seats s where s.group_id = ${caseGroups.id})`;
    expect(await db.select().from(caseGroups).where(empty)).toEqual([]);
  });
});

describe('who leaves', () => {
  test('takes the notes along, is gone for the others, and needs a new link', async () => {
    const [owner, guest] = [await withLetters(1), await withLetters(1)];
    await startGroup(owner, 'A');
    const token = await invite(owner);
    await acceptInvitation(guest, token, 'B');
    await pinNote(guest, 'going');
    expect(await notesSeenBy(owner)).toEqual(['going']);
    expect((await leave(guest)).group).toBeNull();
    expect(await notesSeenBy(owner)).toEqual([]);
    expect(await namesSeenBy(owner)).toEqual(['A']);
    expect((await leave(guest)).group).toBeNull();
    await expect(acceptInvitation(guest, token, 'B')).rejects.toMatchObject(NOT_FOUND);
    await pinNote(guest, 'still my own');
    expect(await notesSeenBy(guest)).toEqual([]);
  });

  test('and owned the group leaves it to who has sat there longest, and takes the links along', async () => {
    const [owner, second, third] = [await withLetters(1), await withLetters(1), await withLetters(1)];
    await sitTogether(owner, second, third);
    const token = await invite(owner);
    await leave(owner);
    expect((await look(second)).group?.own.isOwner).toBe(true);
    expect((await look(third)).group?.own.isOwner).toBe(false);
    await expect(acceptInvitation(owner, token, 'A')).rejects.toMatchObject(NOT_FOUND);
    await join(second, owner, 'A');
    expect((await look(owner)).group?.own.isOwner).toBe(false);
  });

  test('as the last takes the group along', async () => {
    const owner = await withLetters(1);
    await startGroup(owner, 'A');
    const token = await invite(owner);
    const groupId = await groupOf(owner);
    await leave(owner);
    expect(await db.select().from(caseGroups).where(eq(caseGroups.id, groupId))).toEqual([]);
    const guest = await withLetters(1);
    await expect(acceptInvitation(guest, token, 'B')).rejects.toMatchObject(NOT_FOUND);
  });
});

async function remove(by: Shopper, name: string) {
  return await by.call(API.removeSeat, { params: { ...IN_SEASON, seat: await seatOf(by, name) } });
}

describe('who is removed', () => {
  test('sees nothing of the group any more, and may come back by a new link', async () => {
    const [owner, guest, third] = [await withLetters(1), await withLetters(1), await withLetters(1)];
    await sitTogether(owner, guest, third);
    await pinNote(owner, 'among us');
    await expect(remove(guest, 'C')).rejects.toMatchObject({ code: 'not_yours' });
    const ownSeat = { ...IN_SEASON, seat: await seatOf(owner, 'A') };
    await expect(owner.call(API.removeSeat, { params: ownSeat })).rejects.toMatchObject(NOT_FOUND);
    await remove(owner, 'B');
    expect((await look(guest)).group).toBeNull();
    expect(await notesSeenBy(guest)).toEqual([]);
    await expect(guest.call(API.inviteToGroup, { params: IN_SEASON })).rejects.toMatchObject(NOT_FOUND);
    await join(owner, guest, 'B');
    expect(await notesSeenBy(guest)).toEqual(['among us']);
  });
});

async function block(by: Shopper, name: string) {
  return await by.call(API.blockSeat, { params: { ...IN_SEASON, seat: await seatOf(by, name) } });
}

describe('who is blocked', () => {
  test('by the owner loses the seat, and comes back by no other link, in this group or another', async () => {
    const [owner, guest, third] = [await withLetters(1), await withLetters(1), await withLetters(1)];
    await sitTogether(owner, guest, third);
    const reply = await block(owner, 'B');
    expect(reply.blocks).toMatchObject([{ name: 'B' }]);
    expect(reply.group?.seats.map(({ name }) => name)).toEqual(['A', 'C']);
    const token = await invite(owner);
    const unknown = await guest.call(API.lookAtInvitation, { body: { token: 'b'.repeat(43) } }).catch(String);
    expect(await guest.call(API.lookAtInvitation, { body: { token } }).catch(String)).toBe(unknown);
    expect(await acceptInvitation(guest, token, 'B').catch(String)).toBe(unknown);
    // The block works both ways: the blocked user's group refuses the other too.
    await startGroup(guest, 'B');
    await leave(third);
    await leave(owner);
    expect(await acceptInvitation(owner, await invite(guest), 'A').catch(String)).toBe(unknown);
    const stranger = await withLetters(1);
    const lifting = { ...IN_SEASON, block: reply.blocks[0]?.id ?? '' };
    await expect(stranger.call(API.liftBlock, { params: lifting })).rejects.toMatchObject(NOT_FOUND);
    expect((await owner.call(API.liftBlock, { params: lifting })).blocks).toEqual([]);
    await join(guest, owner, 'A');
    expect(await namesSeenBy(owner)).toEqual(['B', 'A']);
  });

  test('by another than the owner keeps the seat, and neither reads the other’s notes', async () => {
    const [owner, guest, third] = [await withLetters(1), await withLetters(1), await withLetters(1)];
    await sitTogether(owner, guest, third);
    for (const [user, text] of [
      [owner, 'a'],
      [guest, 'b'],
      [third, 'c'],
    ] as const)
      await pinNote(user, text);
    const { group } = await block(guest, 'C');
    expect(group?.seats.map(({ name, isBlocked }) => [name, isBlocked])).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
    ]);
    expect(await notesSeenBy(guest)).toEqual(['a']);
    expect(await notesSeenBy(third)).toEqual(['a']);
    expect(await notesSeenBy(owner)).toEqual(['b', 'c']);
    expect((await look(third)).group?.seats.every(({ isBlocked }) => !isBlocked)).toBe(true);
    expect((await look(third)).blocks).toEqual([]);
  });
});

test('links are tried sixty times an hour, and made twenty times a day', async () => {
  const user = await withLetters(1);
  await startGroup(user, 'A');
  const ofUser = { 'case-link': invite(user), 'case-link-look': acceptInvitation(user, 'c'.repeat(43), 'B') };
  expect(await Promise.all(Object.values(ofUser).map(outcomeOf))).toEqual(['taken', 'not_found']);
  for (const name of Object.keys(ofUser)) await useUp(`${name}:${user.userId}`);
  expect(await outcomeOf(invite(user))).toBe('rate_limited');
  expect(await outcomeOf(acceptInvitation(user, 'c'.repeat(43), 'B'))).toBe('rate_limited');
});

/** Uses up the tests' high limit. */
async function useUp(key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ points: 2 ** 31 - 2 })
    .where(eq(rateLimits.key, key));
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : 'another error'),
  );
}
