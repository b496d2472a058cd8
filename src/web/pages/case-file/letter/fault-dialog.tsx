import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reportLetterFault } from '../../../../contract/case-file.ts';
import { call } from '../../../app/api.ts';
import { SITE } from '../../../app/site.ts';
import { Dialog, DialogChoice, type DialogContentProps } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';

interface FaultDialogProps extends DialogContentProps {
  readonly open: boolean;
  readonly season: string;
  readonly letter: number;
}

export function FaultDialog({ open, ...rest }: FaultDialogProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="What’s wrong with this letter?">
      <Fault {...rest} />
    </Dialog>
  );
}

function Fault({ season, letter, onClose, onDone }: Omit<FaultDialogProps, 'open'>) {
  const [says, setSays] = useState('');
  const report = useMutation({
    mutationFn: () => call(reportLetterFault, { params: { season, letter }, body: { says } }),
    onSuccess: () => {
      onClose();
      onDone({
        tone: 'success',
        text: `Thank you. We’ll look at it. If you need an answer, email ${SITE.supportEmail}.`,
      });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate();
      }}
    >
      <Stack>
        {report.isError && <Notice tone="error">{report.error.message}</Notice>}
        <TextAreaField
          label="Describe the problem"
          hint="For example, a page that can’t be read, or something missing. We read this message."
          value={says}
          maxLength={2000}
          required
          onChange={(event) => setSays(event.target.value)}
        />
        <DialogChoice yes="Send" busy={report.isPending} onNo={onClose} />
      </Stack>
    </form>
  );
}
