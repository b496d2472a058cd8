import type { printTheoryCertificate, TheoryReply } from '../../../../contract/case-theory.ts';
import { formatDate, newYorkDate } from '../../../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import type { SeasonManifest, TheoryPart } from '../../../../../seasons/season.ts';
import { typeset } from '../../../../../seasons/press/typesetter.ts';
import type { CommerceHandler } from '../../../commerce/context.ts';
import { seasonFiles } from '../../../fulfilment/print/editions.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { spendOn } from '../../../platform/rate-limits/dear-calls.ts';
import { inPdfQueue } from '../../../platform/typesetting/pdf-queue.ts';
import { nameInPrint } from '../../../platform/typesetting/type-case.ts';
import { todayOf } from '../case-file.ts';
import { requireCaseFile } from '../letters-at-hand.ts';
import { findOwnPaper } from '../letters/own-papers.ts';
import { findTheory, type StoredTheory } from './queries.ts';
import { isOver, openTheory } from './theory.ts';

type Opened = NonNullable<TheoryReply['opened']>;

export const handlePrintTheoryCertificate: CommerceHandler<typeof printTheoryCertificate> = async (call) => {
  const { ctx, user, params, client } = call;
  const today = todayOf(ctx);
  const file = await requireCaseFile(ctx.db, user.userId, params.season, today);
  if (!isOver(file))
    throw new ApiError('wrong_state', 'The last letter hasn’t arrived, so there’s no certificate yet.');
  await spendOn(ctx, 'certificate', { userId: user.userId, ip: client.ip });
  const { season } = file;
  const stored = await findTheory(ctx.db, { userId: user.userId, seasonId: season.product });
  const opened = await openTheory(ctx.db, file, stored);
  const { name } = await findOwnPaper(ctx.db, file, LETTERS_PER_SEASON, today);
  const shown = certificateOf(season, { stored, opened, name: nameInPrint(name), today });
  const files = seasonFiles(season);
  const [pdf] = await inPdfQueue(() =>
    typeset({ files, orders: [{ kind: 'certificate', season: season.name, shown }] }),
  );
  if (!Buffer.isBuffer(pdf)) throw new Error('A certificate came back as something else.');
  return { fileName: `certificate-${season.product}.pdf`, pdfBase64: pdf.toString('base64') };
};

interface Facts {
  readonly stored: StoredTheory | null;
  readonly opened: Opened;
  readonly name: string;
  readonly today: string;
}

const ASKS = { who: 'By whose hand', how: 'By what means', why: 'For what cause' } as const;

function certificateOf(season: SeasonManifest, { stored, opened, name, today }: Facts): object {
  return {
    title: season.title,
    place: season.letters[0]?.postmark?.place ?? '',
    heading: 'Certificate of Attention',
    name,
    sentence: `has received ${season.letters.length} letters, and read them.`,
    rows: (['who', 'how', 'why'] as const).map((part) => ({
      asks: ASKS[part],
      says: answerOf(season, stored, part),
      note: opened[part].right ? 'Correct.' : `The answer was: ${opened[part].was}.`,
    })),
    closing: [sealWords(stored), rightWords(opened), hintWords(opened)].filter(Boolean).join(' '),
    dated: formatDate(today as ReturnType<typeof newYorkDate>),
  };
}

function answerOf(season: SeasonManifest, stored: StoredTheory | null, part: TheoryPart): string {
  const chosen = stored?.[part] ?? null;
  return season.caseFile.theory[part].find(({ id }) => id === chosen)?.label ?? 'Left open';
}

function sealWords(stored: StoredTheory | null): string {
  if (stored === null) return 'No theory was entered.';
  if (stored.sealedAt === null) return 'The theory was never sealed.';
  const letters = stored.letters === 1 ? 'one letter' : `${stored.letters} letters`;
  return `Sealed on ${formatDate(newYorkDate(stored.sealedAt))}, when ${letters} had arrived.`;
}

function rightWords({ rightFrom }: Opened): string {
  return rightFrom === null ? '' : `The theory was right from letter ${rightFrom} on.`;
}

function hintWords({ hints }: Opened): string {
  if (hints === 0) return 'No hint was asked for.';
  return hints === 1 ? 'One hint was asked for.' : `${hints} hints were asked for.`;
}
