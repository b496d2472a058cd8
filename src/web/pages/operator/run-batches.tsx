import type { BatchReply, RunReply } from '../../../contract/operator/post.ts';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from './console.module.css';
import { AskingButton, DeedButton } from './deed.tsx';
import { downloadRunFile } from './download-run-file.ts';
import { HandOverQuestion } from './hand-over-question.tsx';
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
        <HandOverQuestion run={run.id} batch={batch.number} onClose={close} onDone={onDone}>
          <p>Its letters will be on the way, and their readers are told by mail. This cannot be taken back.</p>
        </HandOverQuestion>
      )}
    </AskingButton>
  );
}
