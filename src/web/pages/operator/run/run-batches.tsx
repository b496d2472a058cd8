import {
  type BatchReply,
  type FileReply,
  listRunBatches,
  type RunDetailReply,
  type RunReply,
} from '../../../../contract/operator/fulfilment.ts';
import { RUN_FILE } from '../../../../contract/operator/constants.ts';
import { failureOf } from '../../../app/api-failure.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { saveFile } from '../../../app/save-file.ts';
import { accessToken } from '../../../app/session.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { filesQuery } from './run-queries.ts';
import styles from '../parts/console.module.css';
import { ConfirmButton, RequestButton } from '../parts/action-button.tsx';
import { Pages } from '../parts/pages.tsx';
import { PrinterBatch } from './printer-batch.tsx';
import { May, useMay } from '../parts/role.tsx';
import { HandOverQuestion } from './hand-over-question.tsx';
import { counted, instantInWords } from '../parts/words.ts';

export function Batches({ detail: { run, printed } }: { readonly detail: RunDetailReply }) {
  const may = useMay();
  if (printed.newest === null) return null;
  return (
    <Sheet title="For the printer">
      <Pages
        query={pagesOf(listRunBatches, { params: { id: run.id } })}
        label="Fetching the batches"
        empty="Nothing is printed."
        keyOf={({ number }) => String(number)}
      >
        {(batch) => (
          <section className={styles.run} aria-label={`Batch ${batch.number}`}>
            <div className={styles.heading}>
              <div className={styles.what}>
                <h3>Batch {batch.number}</h3>
                <span className={styles.small}>{batchInWords(batch)}</span>
              </div>
              <May call="downloadRunFile">
                <RequestButton
                  label="Download Everything"
                  about={`batch ${batch.number}`}
                  variant="quiet"
                  request={() => downloadRunFile(run.id, batch.number, 'everything.zip')}
                />
                <RequestButton
                  label="For a Print House"
                  about={`batch ${batch.number}`}
                  variant="quiet"
                  request={() => downloadRunFile(run.id, batch.number, 'bureau.zip')}
                />
              </May>
              {may('handOverRun') && printed.undispatched > 1 && batch.handedOverAt === null && (
                <HandOverBatch run={run} batch={batch} postDay={printed.postDay} />
              )}
            </div>
            <May call="listBatchFiles">
              <Pages
                query={filesQuery(run.id, batch.number)}
                label={`Fetching the files of batch ${batch.number}`}
                empty="It has no files."
                keyOf={({ name }) => name}
              >
                {(file) => <File run={run} batch={batch} file={file} />}
              </Pages>
              <PrinterBatch run={run} batch={batch} />
            </May>
          </section>
        )}
      </Pages>
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

function File({ run, batch, file }: BatchProps & { readonly file: FileReply }) {
  const size = file.bytes === null ? null : sizeInWords(file.bytes);
  const notes = [file.name, counted(file.pieces, 'piece'), paperOf(file), size].filter(Boolean).join(', ');
  return (
    <>
      <div className={styles.what}>
        {contentsOf(file.name)}
        <span className={styles.small}>{notes}</span>
        {file.sha256 !== null && (
          <details className={styles.small}>
            <summary>SHA-256</summary>
            <code className={styles.hash}>{file.sha256}</code>
          </details>
        )}
      </div>
      <RequestButton
        label="Download"
        about={file.name}
        variant="quiet"
        request={() => downloadRunFile(run.id, batch.number, file.name)}
      />
    </>
  );
}

const CONTENTS = [
  ['manifest', 'List of the envelopes'],
  ['packing-sheet', 'Packing sheet'],
  ['labels', 'Address labels'],
  ['envelopes', 'Envelopes'],
  ['cards', 'Gift cards'],
  ['stuffing-sheet', 'Stuffing sheet'],
  ['master', 'Pages, the same for all'],
  ['', 'Pages'],
] as const;

/** For example 'Letter 3: address labels' for 'letter-03-labels.pdf'. */
function contentsOf(name: string): string {
  const words = CONTENTS.find(([part]) => name.includes(part))?.[1] ?? name;
  const letter = /^letter-(\d+)/.exec(name)?.[1];
  return letter === undefined ? words : `Letter ${Number(letter)}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function paperOf({ sheets, sides }: FileReply): string | null {
  return sheets === null || sides === null
    ? null
    : `each ${counted(sheets, 'sheet')} with ${counted(sides, 'printed side')}`;
}

async function downloadRunFile(run: string, batch: number, name: string): Promise<void> {
  const path = RUN_FILE.path.replace(':id', run).replace(':batch', String(batch)).replace(':name', name);
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${(await accessToken()) ?? ''}` } });
  if (!answer.ok) throw await failureOf(answer);
  saveFile(await answer.blob(), name);
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function HandOverBatch({ run, batch, postDay }: BatchProps & { readonly postDay: string }) {
  return (
    <ConfirmButton
      label="Hand Over"
      about={`batch ${batch.number}`}
      title={`Has the post taken batch ${batch.number}?`}
    >
      {(close) => (
        <HandOverQuestion
          run={run.id}
          batch={batch.number}
          printed={{ postDay, printedAt: batch.printedAt }}
          onClose={close}
        >
          <p>Its letters will be on the way, and we email their readers. This can’t be undone.</p>
        </HandOverQuestion>
      )}
    </ConfirmButton>
  );
}
