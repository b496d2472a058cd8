import { sql } from 'drizzle-orm';
import { findPages } from '../../../../seasons/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { mailingFiles } from '../schema.ts';
import { type StoredEdition, storeEdition } from './editions.ts';

type NewFile = typeof mailingFiles.$inferInsert;

/** How many personal letters are typeset together: more would need more memory, fewer would take longer. */
const PERSONAL_PER_FILE = 100;

export interface BatchNumbers {
  readonly runId: string;
  readonly number: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
}

interface Share {
  readonly seasonId: string;
  readonly letter: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly pieces: number;
}

/** Stores the content of a batch's letters, and names the files: masters, personal letters, stuffing sheets. */
export async function nameLetterFiles(tx: Transaction, batch: BatchNumbers, now: Date): Promise<NewFile[]> {
  const shares = await readShares(tx, batch);
  const files: NewFile[] = [];
  for (const share of shares) {
    const season = findPages(share.seasonId);
    const edition = season === null ? null : await storeEdition(tx, season, share.letter, now);
    if (edition === null) continue;
    const isShared = shares.some(({ letter, seasonId }) => letter === share.letter && seasonId !== share.seasonId);
    files.push(...(await filesOfLetter(tx, batch, share, edition, isShared)));
  }
  return files;
}

async function readShares(tx: Transaction, { runId, firstNumber, lastNumber }: BatchNumbers): Promise<Share[]> {
  const { rows } = await tx.execute<Share & Record<string, unknown>>(sql`
    select s.season_id as "seasonId", p.letter, min(p.number) as "firstNumber", max(p.number) as "lastNumber", count(*)::int as pieces
    from mailing_pieces p join subscriptions s on s.id = p.subscription_id
    where p.run_id = ${runId} and p.state = 'frozen' and p.number between ${firstNumber} and ${lastNumber}
    group by s.season_id, p.letter order by p.letter, s.season_id`);
  return rows;
}

async function filesOfLetter(
  tx: Transaction,
  batch: BatchNumbers,
  share: Share,
  { edition, isPersonal }: StoredEdition,
  isShared: boolean,
): Promise<NewFile[]> {
  const { seasonId, letter, firstNumber, lastNumber, pieces } = share;
  const base = `${isShared ? `${seasonId}-` : ''}letter-${String(letter).padStart(2, '0')}`;
  const common = { runId: batch.runId, batch: batch.number, letter, edition, part: 1, firstNumber, lastNumber, pieces };
  const stuffing: NewFile = { ...common, name: `${base}-stuffing-sheet.pdf`, kind: 'stuffing_sheet' };
  if (!isPersonal) return [stuffing, { ...common, name: `${base}-master.pdf`, kind: 'letter_master' }];
  const parts = await readParts(tx, batch, share);
  return [
    stuffing,
    ...parts.map(({ part, ...numbers }): NewFile => {
      const name = `${base}-pages${part > 1 ? `-${part}` : ''}.pdf`;
      return { ...common, ...numbers, part, name, kind: 'letter_personal' };
    }),
  ];
}

async function readParts(
  tx: Transaction,
  { runId }: BatchNumbers,
  { seasonId, letter, firstNumber, lastNumber }: Share,
): Promise<(Pick<Share, 'firstNumber' | 'lastNumber' | 'pieces'> & { readonly part: number })[]> {
  const { rows } = await tx.execute<Share & { part: number } & Record<string, unknown>>(sql`
    select part, min(number) as "firstNumber", max(number) as "lastNumber", count(*)::int as pieces from (
      select p.number, ((row_number() over (order by p.number) - 1) / ${PERSONAL_PER_FILE}::int + 1)::int as part
      from mailing_pieces p join subscriptions s on s.id = p.subscription_id
      where p.run_id = ${runId} and p.letter = ${letter} and p.state = 'frozen' and s.season_id = ${seasonId}
        and p.number between ${firstNumber} and ${lastNumber}
    ) pile
    group by part order by part`);
  return rows.map(({ part, firstNumber: first, lastNumber: last, pieces }) => ({
    part,
    firstNumber: first,
    lastNumber: last,
    pieces,
  }));
}
