import { useMutation } from '@tanstack/react-query';
import { type CaseFileReply, type CaseLetter, reportCaseLetterMissing } from '../../../contract/case-file.ts';
import { MAILED_AGAIN, MAILED_AGAIN_LATER, NOT_THE_FIRST } from '../../../domain/letters-in-words.ts';
import { call } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, type DialogContentProps } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { longSpan } from '../letters/letter-words.ts';
import { cacheCaseFile } from './case-queries.ts';

interface MissingDialogProps extends DialogContentProps {
  readonly file: CaseFileReply;
  readonly missing: CaseLetter | null;
}

const CHOICE = ' We can mail it separately, as soon as possible, or together with an upcoming letter.';

export function ReportMissingDialog({ missing, ...rest }: MissingDialogProps) {
  const title = `Letter ${missing?.letter ?? ''} hasn’t arrived`;
  return (
    <Dialog open={missing !== null} onClose={rest.onClose} title={title}>
      {missing !== null && <Missing missing={missing} {...rest} />}
    </Dialog>
  );
}

export function Missing({
  file,
  missing,
  onClose,
  onDone,
}: Omit<MissingDialogProps, 'missing'> & { readonly missing: CaseLetter }) {
  const { letter, deliveryWindow } = missing;
  const isLater = file.missingIsLookedInto || file.paused;
  const next = isLater ? undefined : file.letters.find(({ state }) => state === 'to_come');
  const report = useReport(file.seasonId, letter, { onClose, onDone });
  const waits = (way: 'now' | 'with_next') => report.isPending && report.variables === way;
  return (
    <>
      {report.isError && <Notice tone="error">{report.error.message}</Notice>}
      <p>
        {`We expected letter ${letter} to arrive ${longSpan(deliveryWindow)}. ${whatFollows(file)}${next === undefined ? '' : CHOICE} You can read letter ${letter} here right away.`}
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {next !== undefined && (
          <Button
            variant="secondary"
            busy={waits('with_next')}
            disabled={report.isPending}
            onClick={() => report.mutate('with_next')}
          >
            Mail it with an upcoming letter
          </Button>
        )}
        <Button busy={waits('now')} disabled={report.isPending} onClick={() => report.mutate('now')}>
          {isLater ? 'Report It Missing' : next === undefined ? 'Mail it again' : 'Mail it separately'}
        </Button>
      </DialogActions>
    </>
  );
}

function useReport(season: string, letter: number, { onClose, onDone }: DialogContentProps) {
  return useMutation({
    mutationFn: (way: 'now' | 'with_next') =>
      call(reportCaseLetterMissing, { params: { season, letter }, body: { sendAgain: way } }),
    onSuccess: (changed) => {
      cacheCaseFile(changed);
      onClose();
      onDone({
        tone: 'success',
        text: `We’ve recorded that letter ${letter} is missing. The list below shows what happens next. You can read the letter here right away.`,
      });
    },
  });
}

function whatFollows({ missingIsLookedInto, paused }: CaseFileReply): string {
  if (missingIsLookedInto) return `${NOT_THE_FIRST}.`;
  return paused ? MAILED_AGAIN_LATER : MAILED_AGAIN;
}
