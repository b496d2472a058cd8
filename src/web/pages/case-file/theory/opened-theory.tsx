import { useMutation } from '@tanstack/react-query';
import { printTheoryCertificate, type TheoryReply } from '../../../../contract/case-theory.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { call } from '../../../app/api.ts';
import { saveFile } from '../../../app/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ASKS, chosenLabel, lettersInWords, PARTS } from './theory-words.ts';
import styles from './theory-page.module.css';

type Opened = NonNullable<TheoryReply['opened']>;

interface OpenedTheoryProps {
  readonly season: string;
  readonly reply: TheoryReply;
  readonly opened: Opened;
}

export function OpenedTheory({ season, reply, opened }: OpenedTheoryProps) {
  return (
    <>
      <Sheet title="Opened" kicker={sealWords(reply)}>
        <Stack>
          <DefinitionList
            items={PARTS.map((part) => ({
              term: ASKS[part],
              detail: opened[part].right
                ? `${chosenLabel(reply, part)}. Correct.`
                : `${chosenLabel(reply, part)}. The answer was: ${opened[part].was}.`,
            }))}
          />
          {reply.theory.words !== '' && <p className={styles.said}>{reply.theory.words}</p>}
          <p>{rightWords(opened)}</p>
          <p>{hintWords(opened.hints)}</p>
          <Certificate season={season} />
        </Stack>
      </Sheet>
      <Others others={opened.others} />
    </>
  );
}

function sealWords({ sealedAt, sealedWith, savedAt }: TheoryReply): string {
  if (sealedAt !== null)
    return `Sealed on ${formatDate(new Date(sealedAt))}, when ${lettersInWords(sealedWith ?? 0)} had arrived`;
  return savedAt === null ? 'You never wrote a theory down' : 'Never sealed';
}

function rightWords({ rightFrom }: Opened): string {
  return rightFrom === null
    ? 'Read the letters again, now that you know. They read differently.'
    : `You were right from letter ${rightFrom} on. We thought nobody would be.`;
}

function hintWords(hints: number): string {
  if (hints === 0) return 'You asked for no hint at all.';
  return hints === 1 ? 'You asked for one hint.' : `You asked for ${hints} hints.`;
}

function Certificate({ season }: { readonly season: string }) {
  const print = useMutation({
    mutationFn: async () => {
      const { fileName, pdfBase64 } = await call(printTheoryCertificate, { params: { season } });
      const bytes = Uint8Array.from(atob(pdfBase64), (character) => character.codePointAt(0) ?? 0);
      saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName);
    },
  });
  return (
    <>
      {print.isError && <Notice tone="error">{print.error.message}</Notice>}
      <div className={styles.actions}>
        <Button fit busy={print.isPending} onClick={() => print.mutate()}>
          Download your certificate (PDF)
        </Button>
      </div>
    </>
  );
}

function Others({ others }: { readonly others: Opened['others'] }) {
  if (others === null) {
    return (
      <Sheet title="How others fared">
        <p>We show figures when more readers of this season have sealed a theory.</p>
      </Sheet>
    );
  }
  return (
    <Sheet title="How others fared" kicker={`Of ${others.count} sealed theories, to the nearest five percent`}>
      <DefinitionList
        items={[
          ...PARTS.map((part) => ({ term: ASKS[part], detail: `${others[part]}% were right` })),
          { term: 'All three', detail: `${others.all}% were right` },
        ]}
      />
    </Sheet>
  );
}
