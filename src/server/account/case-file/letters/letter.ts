import type { CaseLetterReply, getCaseLetter } from '../../../../contract/case-file.ts';
import { NAME_TO_COME } from '../../../../../seasons/press/orders.ts';
import type { CommerceHandler } from '../../../commerce/context.ts';
import { type LetterScreen, letterScreen } from '../../../fulfilment/print/letter-screens.ts';
import { nameInPrint } from '../../../platform/typesetting/type-case.ts';
import { todayOf } from '../case-file.ts';
import { requireCaseFile } from '../letters-at-hand.ts';
import { recordOpenedLetter } from '../opened-letters.ts';
import { findOwnPaper } from './own-papers.ts';

export const handleGetCaseLetter: CommerceHandler<typeof getCaseLetter> = async ({ ctx, user, params }) => {
  const today = todayOf(ctx);
  const file = await requireCaseFile(ctx.db, user.userId, params.season, today);
  const paper = await findOwnPaper(ctx.db, file, params.letter, today);
  const { letter } = paper;
  const screen = await letterScreen(ctx, file.season, paper);
  await recordOpenedLetter(ctx.db, file, letter.number, ctx.clock.now());
  const name = nameInPrint(paper.name);
  return {
    letter: letter.number,
    title: letter.title,
    writer: file.season.writers[letter.writer]?.name ?? '',
    pages: screen.pages,
    passages: withName(screen.passages, name),
    name,
    namePlaces: [...screen.namePlaces],
  };
};

function withName(passages: LetterScreen['passages'], name: string): CaseLetterReply['passages'] {
  return passages.map(({ kind, runs }) => ({
    kind,
    runs: runs.map(({ text, marks }) => ({ text: text.replaceAll(NAME_TO_COME, name), marks: [...marks] })),
  }));
}
