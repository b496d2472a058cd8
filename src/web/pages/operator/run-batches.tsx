import { handOverRun, type BatchReply, type HandOverReply, type RunReply } from '../../../contract/operator/post.ts';
import { call } from '../../app/api.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from './console.module.css';
import { AskingButton, DeedButton, Question } from './deed.tsx';
import { downloadRunFile } from './download-run-file.ts';
import { counted, instantInWords } from './words.ts';

interface BatchesProps {
  readonly run: RunReply;
  readonly batches: readonly BatchReply[];
  readonly onDone: (notice: BoardNotice) => void;
}

/** What was printed at a time, and its files. */
export function Batches({ run, batches, onDone }: BatchesProps) {
  if (batches.length === 0) return null;
  const several = batches.filter(({ handedOverAt }) => handedOverAt === null).length > 1;
  return (
    <Sheet title="For the printer">
      <Stack>
        {batches.map((batch) => (
          <section key={batch.number} aria-label={`Batch ${batch.number}`}>
            <div className={styles.entry}>
              <div className={styles.what}>
                <h3>Batch {batch.number}</h3>
                <span className={styles.small}>{batchInWords(batch)}</span>
              </div>
              {several && batch.handedOverAt === null && <HandOverBatch run={run} batch={batch} onDone={onDone} />}
            </div>
            <Files run={run} batch={batch} />
          </section>
        ))}
      </Stack>
    </Sheet>
  );
}

function batchInWords({ firstNumber, lastNumber, printedAt, handedOverAt }: BatchReply): string {
  const numbers = firstNumber === lastNumber ? `Number ${firstNumber}` : `Numbers ${firstNumber} to ${lastNumber}`;
  const since = handedOverAt === null ? '' : `, handed over ${instantInWords(handedOverAt)}`;
  return `${numbers}, printed ${instantInWords(printedAt)}${since}`;
}

interface BatchProps {
  readonly run: RunReply;
  readonly batch: BatchReply;
}

function Files({ run, batch }: BatchProps) {
  return (
    <ul className={styles.list} aria-label={`Files of batch ${batch.number}`}>
      {batch.files.map((file) => (
        <li key={file.name} className={styles.entry}>
          <div className={styles.what}>
            <span className={styles.typed}>{file.name}</span>
            <span className={styles.small}>
              {counted(file.pieces, 'piece')}
              {file.sha256 === null
                ? ', its proof is being made'
                : `, ${sizeInWords(file.bytes ?? 0)}, SHA-256 ${file.sha256.slice(0, 16)}…`}
            </span>
          </div>
          <DeedButton
            label="Download"
            about={file.name}
            variant="quiet"
            deed={() => downloadRunFile(run.id, batch.number, file.name)}
          />
        </li>
      ))}
    </ul>
  );
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function HandOverBatch({ run, batch, onDone }: BatchProps & Pick<BatchesProps, 'onDone'>) {
  return (
    <AskingButton label="Hand Over" about={`batch ${batch.number}`} title={`Has the post taken batch ${batch.number}?`}>
      {(close) => (
        <Question
          yes="The Post Has It"
          deed={() => call(handOverRun, { params: { id: run.id }, body: { batch: batch.number } })}
          onClose={close}
          onDone={({ pieces, pull }) => onDone(pulledInWords(pieces, pull))}
        >
          <p>Its letters will be on the way, and their readers are told by mail. This cannot be taken back.</p>
        </Question>
      )}
    </AskingButton>
  );
}

/** What was handed over, and which envelopes must come out of the pile before it leaves. */
export function pulledInWords(pieces: number, pull: HandOverReply['pull']): BoardNotice {
  const posted = `${counted(pieces, 'letter')} handed over.`;
  if (pull.length === 0) return { tone: 'success', text: posted };
  const codes = pull.map(({ code }) => code).join(', ');
  return {
    tone: 'warning',
    text: `${posted} Pull these out of the pile, their readers have been refunded or dispute: ${codes}.`,
  };
}
