import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { type LettersReply, reportMissing } from '../../../contract/letters.ts';
import {
  capital,
  LOOKED_INTO,
  MAILED_AGAIN,
  MAILED_AGAIN_LATER,
  NOT_THE_FIRST,
} from '../../../domain/letters-in-words.ts';
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

export function MissingLetter({ subscriptionId, missing, next, lookedInto, onClose, onDone }: MissingLetterProps) {
  const { letter, deliveryWindow, again } = missing;
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
      <p>{`We expected letter ${letter} to arrive ${longSpan(deliveryWindow)}. ${whatFollows(again, next, lookedInto)}`}</p>
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
          {lookedInto || again === null ? 'Report It Missing' : `Mail it on ${longDate(again.now)}`}
        </Button>
      </DialogActions>
    </>
  );
}

function whatFollows(again: MissingLetterProps['missing']['again'], next: number | null, lookedInto: boolean): string {
  if (lookedInto) return `${NOT_THE_FIRST} in your calendar.`;
  if (again === null) return MAILED_AGAIN_LATER;
  const goes = again.address === null ? '' : ` It goes to ${placeOf(again.address)}.`;
  const withNext = next === null ? '' : `, or with letter ${next} on ${longDate(again.withNext)}, whichever you choose`;
  return `${MAILED_AGAIN}${goes} We mail it on ${longDate(again.now)}${withNext}.`;
}

function outcomeWords({ letters }: LettersReply, letter: number): string {
  const row = letters.find((candidate) => candidate.letter === letter);
  if (row?.state === 'asked') {
    return `We’ve recorded that letter ${letter} is missing. ${capital(LOOKED_INTO)}. You can read letter ${letter} in the case file right away.`;
  }
  const twice = 'You can read it in the case file right away. If the original still arrives, keep both.';
  const copy = row?.copy ?? null;
  if (copy === null)
    return `We’ve recorded that letter ${letter} is missing. If your letters continue, we’ll mail it again. ${twice}`;
  const to = copy.address === null ? '' : ` to ${placeOf(copy.address)}`;
  return `We’ll mail letter ${letter} again on ${longDate(copy.leavesOn)}${to}. It should arrive ${longSpan(copy.deliveryWindow)}. ${twice}`;
}
