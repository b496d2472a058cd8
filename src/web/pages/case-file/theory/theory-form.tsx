import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  LONGEST_THEORY,
  saveTheory,
  sealTheory,
  type Theory,
  type TheoryReply,
} from '../../../../contract/case-theory.ts';
import { ApiFailure } from '../../../app/api-failure.ts';
import { call } from '../../../app/api.ts';
import { cacheAnswer, invalidate } from '../../../app/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogChoice, type DialogContentProps } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { type BoardNotice, Notice } from '../../../ui/notice.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { theoryQuery } from '../case-queries.ts';
import { ASKS, type Part, PARTS } from './theory-words.ts';
import styles from './theory-page.module.css';

interface TheoryFormProps {
  readonly season: string;
  readonly reply: TheoryReply;
  /** Called when the theory was sealed, here or elsewhere, or the last letter was received. */
  readonly onClosed: (notice: BoardNotice) => void;
}

/** Saves each choice at once, one after another. The text is saved by the button or on leaving the field. */
export function TheoryForm({ season, reply, onClosed }: TheoryFormProps) {
  const [theory, setTheory] = useState<Theory>(reply.theory);
  const [isSealing, setSealing] = useState(false);
  const save = useSaving(season, onClosed);
  const sealing = { open: isSealing, onClose: () => setSealing(false), onDone: onClosed };
  const change = (changed: Partial<Theory>) => {
    const next = { ...theory, ...changed };
    setTheory(next);
    save.mutate(next);
  };
  const isWhole = PARTS.every((part) => theory[part] !== null);
  return (
    <Sheet title="What do you think?" kicker="You can change it until you seal it or letter 24 arrives">
      <Stack>
        <div className={styles.parts}>
          {PARTS.map((part) => (
            <Choices
              key={part}
              part={part}
              options={reply[part]}
              chosen={theory[part]}
              onChoose={(id) => change({ [part]: id })}
            />
          ))}
        </div>
        <TextAreaField
          label="In your own words"
          optional
          rows={6}
          maxLength={LONGEST_THEORY}
          value={theory.words}
          onChange={(event) => setTheory({ ...theory, words: event.target.value })}
          onBlur={() => theory.words !== reply.theory.words && save.mutate(theory)}
        />
        {save.isError && <Notice tone="error">{save.error.message}</Notice>}
        <div className={styles.actions}>
          <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate(theory)}>
            Save
          </Button>
          <Button disabled={!isWhole || !reply.canSeal} onClick={() => setSealing(true)}>
            Seal Theory
          </Button>
          <output className={styles.state}>{stateWords(save, reply.savedAt, isWhole)}</output>
        </div>
      </Stack>
      <SealDialog season={season} theory={theory} {...sealing} />
    </Sheet>
  );
}

function useSaving(season: string, onClosed: TheoryFormProps['onClosed']) {
  return useMutation({
    scope: { id: `theory ${season}` },
    mutationFn: (body: Theory) => call(saveTheory, { params: { season }, body }),
    onSuccess: (saved) => cacheAnswer(theoryQuery(season), saved),
    onError: (error) => showClosed(season, error, onClosed),
  });
}

/** Another tab or device sealed the theory first; it is shown instead of the form. */
function showClosed(season: string, error: Error, onClosed: TheoryFormProps['onClosed']): void {
  if (!(error instanceof ApiFailure) || error.code !== 'wrong_state') return;
  onClosed({ tone: 'warning', text: error.message });
  void invalidate(theoryQuery(season));
}

const ALL_THREE = 'You can seal it once you’ve answered all three questions.';

export function stateWords(
  { isPending, isError }: { readonly isPending: boolean; readonly isError: boolean },
  savedAt: string | null,
  isWhole: boolean,
): string {
  if (isPending) return 'Saving';
  if (isError) return '';
  if (savedAt === null) return 'Nothing is saved yet.';
  return isWhole ? 'Saved.' : `Saved. ${ALL_THREE}`;
}

interface ChoicesProps {
  readonly part: Part;
  readonly options: TheoryReply[Part];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Choices({ part, options, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{ASKS[part]}</legend>
      {options.length === 0 && <p>Your letters offer no answer to that yet.</p>}
      {options.map(({ id, label, letter }) => (
        <label key={id} className={styles.choice}>
          <input type="radio" name={part} value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>
            {label} <span className={styles.from}>{`since letter ${letter}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface SealDialogProps extends DialogContentProps {
  readonly season: string;
  readonly theory: Theory;
  readonly open: boolean;
}

function SealDialog({ season, theory, open, onClose, onDone }: SealDialogProps) {
  const seal = useMutation({
    scope: { id: `theory ${season}` },
    mutationFn: () => {
      const { who, how, why, words } = theory;
      if (who === null || how === null || why === null) throw new Error(ALL_THREE);
      return call(sealTheory, { params: { season }, body: { who, how, why, words } });
    },
    onSuccess: (sealed) => {
      onDone({ tone: 'success', text: 'Your theory is sealed. We open it when letter 24 has arrived.' });
      onClose();
      cacheAnswer(theoryQuery(season), sealed);
    },
    onError: (error) => showClosed(season, error, onDone),
  });
  return (
    <Dialog open={open} onClose={onClose} title="Seal this theory?">
      {seal.isError && <Notice tone="error">{seal.error.message}</Notice>}
      <p>
        Your theory gets today’s date, and nobody can change it afterwards, not even us. We open it when letter 24 has
        arrived.
      </p>
      <DialogChoice yes="Seal Theory" no="Not Yet" busy={seal.isPending} onNo={onClose} onYes={() => seal.mutate()} />
    </Dialog>
  );
}
