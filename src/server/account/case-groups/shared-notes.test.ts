import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdLetters, refundAll, SEASON, signUpWithLetters } from '../../../../test/builders/case-files.ts';
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
import { PASSWORD, type Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { isWithinReach } from '../../../domain/case-group.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { notes } from '../notes/schema.ts';
import { caseBlocks, caseGroups, caseInvitations, caseSeats } from './schema.ts';

const shop = await startShop();
const { db } = shop.ctx;

const NOT_FOUND = { status: 404, code: 'not_found' };
const withLetters = (come: number, status?: 'cancelled') => signUpWithLetters(shop, come, status);
const look = groupSeenBy;

async function groupOf(user: Shopper): Promise<string> {
  const [row] = await db.select().from(caseSeats).where(eq(caseSeats.userId, user.userId));
  return row?.groupId ?? '';
}

describe('notes of the others', () => {
  let far: Shopper;
  let near: Shopper;
  beforeAll(async () => {
    [far, near] = [await withLetters(5), await withLetters(2)];
    await sitTogether(far, near);
    await pinNote(near, 'near, at letter 2', { letter: 2 });
    await pinNote(near, 'of Pike', { kind: 'person', pinnedTo: 'Wendell Pike', letter: 2 });
  });

  test('are read with their pin and the name of who pinned them, up to the letter one holds', async () => {
    expect(await notesSeenBy(far)).toEqual(['near, at letter 2', 'of Pike']);
    const { notes: all } = await far.call(API.listSharedNotes, { params: IN_SEASON });
    expect(all[0]).toMatchObject({ name: 'B', letter: 2, kind: 'person', pinnedTo: 'Wendell Pike' });
    const ofFirst = await far.call(API.listSharedNotes, { params: IN_SEASON, query: { letter: '1' } });
    expect(ofFirst.notes).toEqual([]);
  });

  test('that are pinned to a letter one lacks, or were written with one, wait until it has come', async () => {
    await pinNote(far, 'at letter 5', { letter: 5 });
    await pinNote(far, 'at letter 1, knowing five', { letter: 1 });
    expect(await notesSeenBy(near)).toEqual([]);
    await holdLetters(shop, near, { come: 4 });
    expect(await notesSeenBy(near)).toEqual([]);
    await holdLetters(shop, near, { come: 5 });
    expect(await notesSeenBy(near)).toEqual(['at letter 1, knowing five', 'at letter 5']);
  });

  test('that are changed later are of that later time', async () => {
    const [writer, behind] = [await withLetters(1), await withLetters(1)];
    await sitTogether(writer, behind);
    const id = await pinNote(writer, 'first thought');
    expect(await notesSeenBy(behind)).toEqual(['first thought']);
    await holdLetters(shop, writer, { come: 3 });
    await pinNote(writer, 'second thought', { id, seq: 1, base: 1 });
    expect(await notesSeenBy(behind)).toEqual([]);
  });

  test('of before the group began, of which nobody knows when they were written, wait for the last letter', async () => {
    const [writer, other] = [await withLetters(1), await withLetters(3)];
    await pinNote(writer, 'old');
    await db
      .update(notes)
      .set({ writtenWith: sql`default` })
      .where(eq(notes.userId, writer.userId));
    await sitTogether(writer, other);
    expect(await notesSeenBy(other)).toEqual([]);
    await holdLetters(shop, other, { come: 24 });
    expect(await notesSeenBy(other)).toEqual(['old']);
  });

  test('of a reader with a gap are those of before the gap', async () => {
    const [writer, gap] = [await withLetters(2), await withLetters(3)];
    await sitTogether(writer, gap);
    await pinNote(writer, 'with two');
    expect(await notesSeenBy(gap)).toEqual(['with two']);
    await db.execute(sql`update mailing_pieces set state = 'returned' where letter = 2 and subscription_id in
      (select id from ${subscriptions} where user_id = ${gap.userId})`);
    expect(await notesSeenBy(gap)).toEqual([]);
  });

  test('are not shown by who does not wish it, nor empty ones, nor those struck out', async () => {
    const [writer, other] = [await withLetters(1), await withLetters(1)];
    await sitTogether(writer, other);
    await pinNote(writer, '');
    const id = await pinNote(writer, 'struck out');
    await pinNote(writer, '', { id, base: 1, deleted: true });
    expect(await notesSeenBy(other)).toEqual([]);
    await pinNote(writer, 'mine');
    expect(await notesSeenBy(other)).toEqual(['mine']);
    await writer.call(API.changeOwnSeat, { params: IN_SEASON, body: { name: 'A', showsNotes: false } });
    expect(await notesSeenBy(other)).toEqual([]);
  });

  test('come by fifties, the newest first, each once', async () => {
    const [writer, other] = [await withLetters(1), await withLetters(1)];
    await sitTogether(writer, other);
    const now = shop.clock.now();
    const pins = { letter: 1, kind: 'letter', pinnedTo: '', deleted: false, version: 1, applied: {} } as const;
    const rows = Array.from({ length: 120 }, (_, index) => {
      const own = { userId: writer.userId, seasonId: SEASON, id: randomUUID(), changeNumber: index + 1 };
      // Many of one instant.
      return {
        ...pins,
        ...own,
        text: `note ${index}`,
        changedAt: new Date(now.getTime() - (index >> 4)),
        writtenWith: 1,
      };
    });
    await db.insert(notes).values(rows);
    const read: string[] = [];
    let before: string | undefined;
    do {
      const page = await other.call(API.listSharedNotes, {
        params: IN_SEASON,
        query: before === undefined ? {} : { before },
      });
      read.push(...page.notes.map(({ text }) => text));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(read).toHaveLength(120);
    expect(new Set(read).size).toBe(120);
    expect(read.slice(0, 16).every((text) => Number(text.split(' ')[1]) < 16)).toBe(true);
  });

  test('are those that the model of the domain allows, for every letter and moment', async () => {
    const [writer, other] = [await withLetters(5), await withLetters(3)];
    await sitTogether(writer, other);
    const pins = {
      kind: 'letter',
      pinnedTo: '',
      deleted: false,
      version: 1,
      applied: {},
      changedAt: shop.clock.now(),
    } as const;
    const cases = [1, 2, 3, 4, 5].flatMap((letter) =>
      [1, 2, 3, 4, 5].filter((writtenWith) => writtenWith >= letter).map((writtenWith) => ({ letter, writtenWith })),
    );
    await db.insert(notes).values(
      cases.map(({ letter, writtenWith }, index) => {
        const own = { userId: writer.userId, seasonId: SEASON, id: randomUUID(), changeNumber: index + 1 };
        return { ...pins, ...own, letter, writtenWith, text: `${letter} ${writtenWith}` };
      }),
    );
    const allowed = cases.filter((note) => isWithinReach(note, 3)).map((note) => `${note.letter} ${note.writtenWith}`);
    expect(await notesSeenBy(other)).toEqual(allowed.toSorted());
  });

  test('come with no word of how far somebody is ahead', async () => {
    const [ahead, behind] = [await withLetters(9), await withLetters(2)];
    await sitTogether(ahead, behind);
    const [first, second] = [(await look(behind)).group?.seats, (await look(ahead)).group?.seats];
    expect(first?.find(({ isSelf }) => !isSelf)?.letters).toBe(2);
    expect(second?.find(({ isSelf }) => !isSelf)?.letters).toBe(2);
  });
});

describe('a case file', () => {
  test('that is closed by a refund of everything closes the group to its user, and their notes to the group', async () => {
    const [owner, guest] = [await shop.signUp(), await withLetters(1)];
    const id = await holdLetters(shop, owner, { come: 1 });
    await sitTogether(owner, guest);
    await pinNote(owner, 'refunded');
    const token = await invite(owner);
    await refundAll(shop, id);
    await expect(look(owner)).rejects.toMatchObject(NOT_FOUND);
    expect(await namesSeenBy(guest)).toEqual(['B']);
    expect(await notesSeenBy(guest)).toEqual([]);
    expect((await look(guest)).group?.own.isOwner).toBe(true);
    // The next change of the group frees the seat, and the links of its user go with it.
    await invite(guest);
    const third = await withLetters(1);
    await expect(acceptInvitation(third, token, 'C')).rejects.toMatchObject(NOT_FOUND);
    expect(await db.select().from(caseSeats).where(eq(caseSeats.userId, owner.userId))).toEqual([]);
  });

  test('of a cancelled season stays in the group', async () => {
    const [owner, guest] = [await withLetters(2, 'cancelled'), await withLetters(2)];
    await sitTogether(owner, guest);
    await pinNote(owner, 'cancelled');
    expect(await notesSeenBy(guest)).toEqual(['cancelled']);
  });

  test('of a gift is the recipient’s, who reads along', async () => {
    const [giver, recipient, guest] = [await shop.signUp(), await shop.signUp(), await withLetters(1)];
    await holdLetters(shop, giver, { come: 1, claimedBy: recipient });
    await sitTogether(guest, recipient);
    await expect(look(giver)).rejects.toMatchObject(NOT_FOUND);
    await pinNote(recipient, 'given');
    expect(await notesSeenBy(guest)).toEqual(['given']);
  });
});

describe('own data', () => {
  test('has one’s groups, links and blocks, and erasure takes seat, notes, links and both sides of a block', async () => {
    const [owner, guest, third] = [await withLetters(1, 'cancelled'), await withLetters(1), await withLetters(1)];
    await sitTogether(owner, guest, third);
    await pinNote(owner, 'to be erased');
    const token = await invite(owner);
    const seatId = await seatOf(guest, 'A');
    await guest.call(API.blockSeat, { params: { ...IN_SEASON, seat: seatId } });
    await owner.call(API.blockSeat, { params: { ...IN_SEASON, seat: await seatOf(owner, 'C') } });
    const data = await owner.call(API.getOwnData);
    expect(data).toMatchObject({
      caseGroups: [{ seasonId: SEASON, name: 'A', showsNotes: true }],
      caseBlocks: [{ name: 'C' }],
    });
    expect(data.caseInvitations.filter(({ used }) => used)).toHaveLength(2);
    expect(data.caseInvitations).toHaveLength(3);
    expect(JSON.stringify(data)).not.toContain(guest.userId);
    await owner.call(API.deleteAccount, { body: { password: PASSWORD } });
    expect(await namesSeenBy(guest)).toEqual(['B']);
    expect(await notesSeenBy(guest)).toEqual([]);
    expect((await look(guest)).blocks).toEqual([]);
    const { userId } = owner;
    const left = await Promise.all([
      db.select().from(caseSeats).where(eq(caseSeats.userId, userId)),
      db.select().from(caseInvitations).where(eq(caseInvitations.userId, userId)),
      db.select().from(caseBlocks).where(eq(caseBlocks.userId, userId)),
      db.select().from(caseBlocks).where(eq(caseBlocks.blockedId, userId)),
    ]);
    expect(left).toEqual([[], [], [], []]);
    await expect(acceptInvitation(third, token, 'C')).rejects.toMatchObject(NOT_FOUND);
  });

  test('erased by the last of a group leaves no group behind', async () => {
    const owner = await withLetters(1, 'cancelled');
    await startGroup(owner, 'A');
    const groupId = await groupOf(owner);
    await owner.call(API.deleteAccount, { body: { password: PASSWORD } });
    expect(await db.select().from(caseGroups).where(eq(caseGroups.id, groupId))).toEqual([]);
  });
});
