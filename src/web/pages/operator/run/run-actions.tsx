import {
  freezeRunNow,
  handOverRun,
  planRunNow,
  printRunNow,
  reopenRun,
  type RunDetailReply,
  type RunReply,
  undoPrintNow,
} from '../../../../contract/operator/fulfilment.ts';
import { call } from '../../../app/api.ts';
import type { BoardNotice } from '../../../ui/notice.tsx';
import { ActionButton, ConfirmButton, QuestionButton } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { HandOverQuestion } from './hand-over-question.tsx';
import { canBeClosed } from '../parts/next-step.ts';
import { useMay } from '../parts/role.tsx';
import { counted } from '../parts/words.ts';
import { useNow } from '../../../app/now.ts';

interface RunActionsProps {
  readonly detail: RunDetailReply;
}

export function RunActions({ detail }: RunActionsProps) {
  const { run, printed } = detail;
  const now = useNow();
  const may = useMay();
  const params = { id: run.id };
  if (run.state === 'handed_over' || !may('planRunNow')) return null;
  if (run.state === 'planned') {
    return (
      <div className={styles.buttons}>
        <ActionButton
          key="plan"
          label="Plan Again"
          mutation={() => call(planRunNow, { params })}
          said="Planned as things stand now."
        />
        {new Date(run.freezesAt) <= now && (
          <QuestionButton
            label="Freeze"
            variant="primary"
            title="Freeze this run?"
            yes="Freeze"
            mutation={() => call(freezeRunNow, { params })}
            said="Frozen: every letter has its address and its number."
          >
            <p>
              Every letter gets the address that stood at the freeze, and its number. Until it is printed this can be
              taken back.
            </p>
          </QuestionButton>
        )}
      </div>
    );
  }
  const { newest } = printed;
  const hasNotHandedOver = printed.undispatched > 0;
  const isCloseable = canBeClosed(detail);
  return (
    <div className={styles.buttons}>
      {run.toPrint > 0 && (
        <ActionButton
          key="print"
          label={newest === null ? 'Print' : 'Print Again'}
          variant={hasNotHandedOver ? 'secondary' : 'primary'}
          mutation={() => call(printRunNow, { params })}
          said={(after) => printedInWords(detail, after)}
        />
      )}
      {newest === null && (
        <ActionButton
          label="Undo the Freeze"
          variant="quiet"
          mutation={() => call(reopenRun, { params })}
          said="Open again. The next freeze is yours to order."
        />
      )}
      {newest?.handedOverAt === null && (
        <ActionButton
          label="Undo the Last Print"
          variant="quiet"
          mutation={() => call(undoPrintNow, { params, body: { batch: newest.number } })}
          said="Taken back. Shred what came out of the printer."
        />
      )}
      {hasNotHandedOver && <HandOverEverything detail={detail} />}
      {isCloseable && <CloseTheRun detail={detail} />}
    </div>
  );
}

/** There may have been nothing to print. */
function printedInWords(before: RunDetailReply, { run, printed }: RunDetailReply): string | BoardNotice {
  if (printed.newest !== null && printed.newest.number !== before.printed.newest?.number) {
    return 'Printed what was frozen. The files are below.';
  }
  if (run.state === 'handed_over') return 'There was nothing left in it. The run is closed.';
  return { tone: 'info', text: 'There was nothing new to print.' };
}

/** Closes a run without printed pieces. Otherwise its pieces would keep their subscribers out of later runs. */
function CloseTheRun({ detail: { run, printed } }: RunActionsProps) {
  const body = { newest: printed.newest?.number ?? 0 };
  return (
    <QuestionButton
      label="Close the Run"
      variant="primary"
      title="Close this run?"
      yes="Close It"
      mutation={() => call(handOverRun, { params: { id: run.id }, body })}
      said="Closed. Nothing of it is left in the house."
    >
      <p>Nothing more of it goes to the post. {notReadyInWords(run)} This can’t be undone.</p>
    </QuestionButton>
  );
}

function notReadyInWords({ pieces }: RunReply): string | null {
  const left = (pieces['set_aside'] ?? 0) + (pieces['waiting'] ?? 0);
  if (left === 0) return null;
  return left === 1
    ? '1 piece is not ready: it waits for its reader’s next mailing day.'
    : `${counted(left, 'piece')} are not ready: they wait for their readers’ next mailing day.`;
}

function HandOverEverything({ detail }: RunActionsProps) {
  const { run, printed } = detail;
  const { newest, postDay } = printed;
  const notReady = notReadyInWords(run);
  if (newest === null) return null;
  return (
    <ConfirmButton
      label="Hand Over"
      variant="primary"
      title="Has the post taken all of it?"
      disabled={printed.unhashed > 0}
    >
      {(close) => (
        <HandOverQuestion
          run={run.id}
          batch={null}
          newest={newest.number}
          printed={{ postDay, printedAt: newest.printedAt }}
          onClose={close}
        >
          <p>
            {counted((run.pieces['frozen'] ?? 0) - run.toPrint, 'letter')} will be on the way, and we email their
            readers. This can’t be undone.
          </p>
          {notReady !== null && <p>{notReady}</p>}
        </HandOverQuestion>
      )}
    </ConfirmButton>
  );
}
