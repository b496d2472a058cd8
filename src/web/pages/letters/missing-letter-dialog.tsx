import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { type LettersReply, reportMissing } from '../../../contract/letters.ts';
import { capital, LOOKED_INTO } from '../../../domain/letters-in-words.ts';
import { call } from '../../app/api.ts';
import { useDialogOutcome } from '../../app/dialog-history.ts';
import { cacheLetters, lettersQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { type BoardNotice, Notice } from '../../ui/notice.tsx';
import { longDate, longSpan, nextWithCopy, placeOf } from './letter-words.ts';

const route = getRouteApi('/signed-in/account/');

interface MissingLetterDialogProps {
  readonly subscriptionId: string;
  readonly onDone: (notice: BoardNotice) => void;
}

export function MissingLetterDialog({ subscriptionId, onDone }: MissingLetterDialogProps) {
  const { dialog, subscription, letter: asked } = route.useSearch();
  const letters = useQuery(lettersQuery(subscriptionId)).data;
  const outcome = useDialogOutcome(onDone);
  const missing =
    dialog === 'missing' && subscription === subscriptionId
      ? letters?.letters.find(({ letter, canReportMissing }) => canReportMissing && String(letter) === asked)
      : undefined;
  return (
    <Dialog open={missing !== undefined} onClose={outcome.onClose} title={`Letter ${asked ?? ''} hasn’t arrived`}>
      {missing !== undefined && letters !== undefined && (
        <MissingLetter
          subscriptionId={subscriptionId}
          missing={missing}
          next={nextWithCopy(letters, missing)}
          lookedInto={letters.missingIsLookedInto}
          {...outcome}
        />
      )}
    </Dialog>
  );
}

interface MissingLetterProps extends MissingLetterDialogProps {
  readonly missing: LettersReply['letters'][number];
  readonly next: number | null;
  readonly lookedInto: boolean;
  readonly onClose: () => void;
}

function MissingLetter({ subscriptionId, missing, next, lookedInto, onClose, onDone }: MissingLetterProps) {
  const { letter, deliveryWindow } = missing;
  const whatFollows = lookedInto ? NOT_THE_FIRST : `We’ll mail it again at our expense.${againWords(missing, next)}`;
  const report = useMutation({
    mutationFn: (sendAgain: BodyInputOf<typeof reportMissing>['sendAgain']) =>
      call(reportMissing, { params: { id: subscriptionId, letter }, body: { sendAgain } }),
    onSuccess: (letters) => {
      cacheLetters(subscriptionId, letters);
      onDone({ tone: 'success', text: outcomeWords(letters, letter) });
    },
  });
  const waiting = (way: 'now' | 'with_next') => report.isPending && report.variables === way;
  return (
    <>
      {report.isError && <Notice tone="error">{report.error.message}</Notice>}
      <p>{`We expected letter ${letter} to arrive ${longSpan(deliveryWindow)}. ${whatFollows}`}</p>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {!lookedInto && next !== null && (
          <Button
            variant="secondary"
            busy={waiting('with_next')}
            disabled={report.isPending}
            onClick={() => report.mutate('with_next')}
          >
            {`Mail it with letter ${next}`}
          </Button>
        )}
        <Button busy={waiting('now')} disabled={report.isPending} onClick={() => report.mutate('now')}>
          {lookedInto ? 'Report It Missing' : 'Mail it again now'}
        </Button>
      </DialogActions>
    </>
  );
}

const NOT_THE_FIRST = `We’ve replaced a letter of this season before, so ${LOOKED_INTO} in your calendar.`;

function againWords({ again }: Pick<MissingLetterProps['missing'], 'again'>, next: number | null): string {
  if (again === null) return '';
  const goes = again.address === null ? '' : ` It goes to ${placeOf(again.address)}.`;
  const withNext = next === null ? '' : `, or with letter ${next} on ${longDate(again.withNext)}, whichever you choose`;
  return `${goes} We mail it on ${longDate(again.now)}${withNext}.`;
}

function outcomeWords({ letters }: LettersReply, letter: number): string {
  const row = letters.find((candidate) => candidate.letter === letter);
  if (row?.state === 'asked') {
    return `We’ve recorded that letter ${letter} is missing. ${capital(LOOKED_INTO)}. You can read letter ${letter} in the case file right away.`;
  }
  const twice = 'You can read it in the case file right away. If the first one still arrives, keep both.';
  const copy = row?.copy ?? null;
  if (copy === null) return `We’re mailing letter ${letter} again. ${twice}`;
  const to = copy.address === null ? '' : ` to ${placeOf(copy.address)}`;
  return `We’ll mail letter ${letter} again on ${longDate(copy.leavesOn)}${to}. It should arrive ${longSpan(copy.deliveryWindow)}. ${twice}`;
}
