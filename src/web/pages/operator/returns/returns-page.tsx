import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { findEnvelope, type PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { call } from '../../../app/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { Camera } from './camera.tsx';
import { ReturnForm } from './return-form.tsx';

export function ReturnsPage() {
  return (
    <>
      <h1>What Came Back</h1>
      <ActionBoard>
        <Scan />
      </ActionBoard>
    </>
  );
}

/** A barcode scanner types the code and presses Enter. */
function Scan() {
  const [mark, setMark] = useState('');
  const [isFilming, setFilming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const found = useMutation({ mutationFn: (read: string) => call(findEnvelope, { query: { mark: read } }) });

  function look(read: string): void {
    setFilming(false);
    setMark(read);
    found.mutate(read);
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    look(mark);
  }

  function goOn(): void {
    setMark('');
    found.reset();
    field.current?.focus();
  }

  return (
    <>
      <Sheet title="Which envelope?">
        <Stack>
          <p>Scan the code inside it, the barcode or the code above its address, or type one of them.</p>
          <form onSubmit={submit} className={styles.search}>
            <TextField
              ref={field}
              label="Code"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              required
              value={mark}
              error={found.isError ? found.error.message : undefined}
              onChange={({ target }) => setMark(target.value)}
            />
            <div className={styles.buttons}>
              <Button type="submit" busy={found.isPending}>
                Look It Up
              </Button>
              <Button variant="secondary" onClick={() => setFilming(!isFilming)} aria-expanded={isFilming}>
                {isFilming ? 'Close the Camera' : 'Use the Camera'}
              </Button>
            </div>
          </form>
          {isFilming && <Camera onRead={look} />}
        </Stack>
      </Sheet>
      {found.data !== undefined && <Found key={found.data.id} piece={found.data} onDone={goOn} />}
    </>
  );
}

function Found({ piece, onDone }: { readonly piece: PieceReply; readonly onDone: () => void }) {
  const canReturn = piece.state === 'handed_over' || piece.state === 'lost';
  return (
    <Sheet title={`Letter ${piece.letter}`} kicker={piece.code ?? undefined}>
      <Stack>
        <p className={styles.lines}>{piece.envelope.join('\n')}</p>
        {canReturn ? (
          <ReturnForm piece={piece} onDone={onDone} />
        ) : (
          <>
            <Notice tone="info">
              {piece.state === 'returned'
                ? 'That it came back is known already.'
                : 'The post has not had it yet, so it cannot have come back.'}
            </Notice>
            <div className={styles.buttons}>
              <Button variant="secondary" onClick={onDone}>
                The Next One
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Sheet>
  );
}
