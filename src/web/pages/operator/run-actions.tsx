import {
  freezeRunNow,
  planRunNow,
  printRunNow,
  reopenRun,
  type RunDetailReply,
  undoPrintNow,
} from '../../../contract/operator/post.ts';
import { call } from '../../app/api.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { AskingButton, DeedButton, Question } from './deed.tsx';
import styles from './console.module.css';
import { HandOverQuestion } from './hand-over-question.tsx';
import { useMoment } from './use-moment.ts';
import { counted } from './words.ts';

interface RunActionsProps {
  readonly detail: RunDetailReply;
  readonly onDone: (notice: BoardNotice) => void;
}

/** What can be done with a run in the state it is in. */
export function RunActions({ detail, onDone }: RunActionsProps) {
  const { run, printed } = detail;
  const { now } = useMoment();
  const params = { id: run.id };
  const say = (text: string) => () => onDone({ tone: 'success', text });
  if (run.state === 'handed_over') return null;
  if (run.state === 'planned') {
    return (
      <div className={styles.buttons}>
        <DeedButton
          label="Plan Again"
          deed={() => call(planRunNow, { params })}
          onDone={say('Planned as things stand now.')}
        />
        {new Date(run.freezesAt) <= now && (
          <AskingButton label="Freeze" variant="primary" title="Freeze this run?">
            {(close) => (
              <Question
                yes="Freeze"
                deed={() => call(freezeRunNow, { params })}
                onClose={close}
                onDone={say('Frozen: every letter has its address and its number.')}
              >
                <p>
                  Every letter gets the address that stood at the freeze, and its number. Until it is printed this can
                  be taken back.
                </p>
              </Question>
            )}
          </AskingButton>
        )}
      </div>
    );
  }
  const { newest } = printed;
  const isInTheHouse = printed.inTheHouse > 0;
  return (
    <div className={styles.buttons}>
      <DeedButton
        label={newest === null ? 'Print' : 'Print Again'}
        variant={isInTheHouse ? 'secondary' : 'primary'}
        deed={() => call(printRunNow, { params })}
        onDone={say('Printed what was frozen. The files are below.')}
      />
      {newest === null && (
        <DeedButton
          label="Undo the Freeze"
          variant="quiet"
          deed={() => call(reopenRun, { params })}
          onDone={say('Open again. The next freeze is yours to order.')}
        />
      )}
      {newest?.handedOverAt === null && (
        <DeedButton
          label="Undo the Last Print"
          variant="quiet"
          deed={() => call(undoPrintNow, { params, body: { batch: newest.number } })}
          onDone={say('Taken back. Shred what came out of the printer.')}
        />
      )}
      {isInTheHouse && <HandOverEverything detail={detail} onDone={onDone} />}
    </div>
  );
}

function HandOverEverything({ detail, onDone }: RunActionsProps) {
  const { run } = detail;
  const left = (run.pieces['set_aside'] ?? 0) + (run.pieces['waiting'] ?? 0);
  return (
    <AskingButton
      label="Hand Over"
      variant="primary"
      title="Has the post taken all of it?"
      disabled={detail.printed.unproven > 0}
    >
      {(close) => (
        <HandOverQuestion
          run={run.id}
          batch={null}
          newest={detail.printed.newest?.number ?? null}
          onClose={close}
          onDone={onDone}
        >
          <p>
            {counted(run.pieces['frozen'] ?? 0, 'letter')} will be on the way, and their readers are told by mail. This
            cannot be taken back.
          </p>
          {left > 0 && <p>{`${counted(left, 'piece')} not ready: they wait for their readers’ next mailing day.`}</p>}
        </HandOverQuestion>
      )}
    </AskingButton>
  );
}
