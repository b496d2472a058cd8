import { useMutation } from '@tanstack/react-query';
import { type CaseFileReply, type CaseLetter, reportCaseLetterMissing } from '../../../contract/case-file.ts';
import { LOOKED_INTO } from '../../../domain/letters-in-words.ts';
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

export function ReportMissingDialog({ missing, ...rest }: MissingDialogProps) {
  const title = `Letter ${missing?.letter ?? ''} hasn’t arrived`;
  return (
    <Dialog open={missing !== null} onClose={rest.onClose} title={title}>
      {missing !== null && <Missing missing={missing} {...rest} />}
    </Dialog>
  );
}

function Missing({
  file,
  missing,
  onClose,
  onDone,
}: Omit<MissingDialogProps, 'missing'> & { readonly missing: CaseLetter }) {
  const { letter, deliveryWindow } = missing;
  const next = file.missingIsLookedInto ? undefined : file.letters.find(({ state }) => state === 'to_come');
  const report = useReport(file.seasonId, letter, { onClose, onDone });
  const waits = (way: 'now' | 'with_next') => report.isPending && report.variables === way;
  return (
    <>
      {report.isError && <Notice tone="error">{report.error.message}</Notice>}
      <p>
        {`We expected it ${longSpan(deliveryWindow)}. ${file.missingIsLookedInto ? NOT_THE_FIRST : SENT_AGAIN} You can read it here right away.`}
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
            {`Mail it with letter ${next.letter}`}
          </Button>
        )}
        <Button busy={waits('now')} disabled={report.isPending} onClick={() => report.mutate('now')}>
          {file.missingIsLookedInto ? 'Report It Missing' : 'Mail it again now'}
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
        text: `We’ve recorded that letter ${letter} is missing. You can read it here in the meantime.`,
      });
    },
  });
}

const SENT_AGAIN = 'We’ll mail it again at our expense.';
const NOT_THE_FIRST = `We’ve replaced a letter of this season before, so ${LOOKED_INTO}.`;
