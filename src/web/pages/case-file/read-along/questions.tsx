import { useMutation } from '@tanstack/react-query';
import { blockSeat, leaveCaseGroup, removeSeat, type Seat } from '../../../../contract/case-groups.ts';
import { call } from '../../../app/api.ts';
import { Dialog, DialogChoice, type DialogContentProps } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { cacheGroup } from '../case-queries.ts';

export type Question =
  | { readonly act: 'remove' | 'block'; readonly seat: Pick<Seat, 'id' | 'name'> }
  | { readonly act: 'leave' };

interface QuestionDialogProps extends DialogContentProps {
  readonly season: string;
  readonly isOwner: boolean;
  readonly question: Question | null;
}

/** Must come before the notice, which takes the focus after the dialog has returned it. */
export function QuestionDialog({ question, ...rest }: QuestionDialogProps) {
  return (
    <Dialog open={question !== null} onClose={rest.onClose} title={question === null ? '' : titleOf(question)}>
      {question !== null && <Answer question={question} {...rest} />}
    </Dialog>
  );
}

function titleOf(question: Question): string {
  if (question.act === 'leave') return 'Leave the group?';
  return `${YES[question.act]} ${question.seat.name}?`;
}

const YES = { remove: 'Remove', block: 'Block', leave: 'Leave' } as const;

type AnswerProps = Omit<QuestionDialogProps, 'question'> & { readonly question: Question };

function Answer({ season, isOwner, question, onClose, onDone }: AnswerProps) {
  const change = useMutation({
    mutationFn: () => send(season, question),
    onSuccess: (reply) => {
      cacheGroup(season, reply);
      onClose();
      onDone({ tone: 'success', text: doneWords(question) });
    },
  });
  return (
    <>
      {change.isError && <Notice tone="error">{change.error.message}</Notice>}
      <p>{question.act === 'block' && isOwner ? BLOCK_BY_OWNER : MEANS[question.act]}</p>
      <DialogChoice
        yes={YES[question.act]}
        no={question.act === 'leave' ? 'Stay' : 'Cancel'}
        busy={change.isPending}
        onNo={onClose}
        onYes={() => change.mutate()}
      />
    </>
  );
}

async function send(season: string, question: Question) {
  if (question.act === 'leave') return await call(leaveCaseGroup, { params: { season } });
  const endpoint = question.act === 'remove' ? removeSeat : blockSeat;
  return await call(endpoint, { params: { season, seat: question.seat.id } });
}

function doneWords(question: Question): string {
  if (question.act === 'leave')
    return 'You left the group. You and the others no longer see each other’s notes, but you keep your own.';
  const { name } = question.seat;
  return question.act === 'remove' ? `${name} was removed from the group.` : `${name} is blocked.`;
}

const MEANS = {
  remove:
    'This person and the others no longer see each other’s notes. We don’t tell this person. You can invite them again with a new link.',
  block:
    'You and this person no longer see each other’s notes, and can’t join another group together. This person stays in this group, since only the member who manages the links can remove members. We don’t tell this person.',
  leave:
    'You and the others no longer see each other’s notes, but you keep your own. To come back, you need a new link. If you manage the links, unused links stop working and the member who joined next takes over. If nobody else is in the group, it ends.',
} as const;

const BLOCK_BY_OWNER =
  'This person is removed: they and the others no longer see each other’s notes. From now on, you and this person can’t join the same group. We don’t tell this person.';
