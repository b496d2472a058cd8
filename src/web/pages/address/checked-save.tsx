import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type AddressDoubtReply, checkAddressNow } from '../../../contract/addresses.ts';
import { call } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { type AddressFormValues, toFormValues } from './address-form.ts';
import styles from './checked-save.module.css';
import { PostalAddress } from './postal-address.tsx';

type Options = { onError: (error: Error) => void };

interface Save {
  readonly mutate: (values: AddressFormValues, options: Options) => void;
}

interface Question extends AddressDoubtReply {
  readonly typed: AddressFormValues;
  readonly options: Options;
}

/** Asks about an address before it is saved (rules/checkout 50). */
export function useCheckedSave(form: UseFormReturn<AddressFormValues>, save: Save) {
  const [question, setQuestion] = useState<Question | null>(null);
  const answered = useRef('');
  const ask = useMutation({
    mutationFn: (body: AddressFormValues & { asTyped: boolean }) => call(checkAddressNow, { body }),
    retry: false,
  });

  function mutate(typed: AddressFormValues, options: Options): void {
    // Asked once: who saves it again as it is has answered.
    if (question !== null && isSame(question.typed, typed)) return confirm(question);
    setQuestion(null);
    if (answered.current === JSON.stringify(typed)) return save.mutate(typed, options);
    ask.mutate(
      { ...typed, asTyped: false },
      {
        onSuccess: (reply) =>
          reply.doubt === null ? save.mutate(typed, options) : setQuestion({ ...reply, typed, options }),
        onError: () => save.mutate(typed, options),
      },
    );
  }

  function answer({ options }: Question, chosen: AddressFormValues): void {
    answered.current = JSON.stringify(chosen);
    setQuestion(null);
    save.mutate(chosen, options);
  }

  function confirm(asked: Question): void {
    ask.mutate({ ...asked.typed, asTyped: true });
    answer(asked, asked.typed);
  }

  function take(asked: Question, values: AddressFormValues): void {
    form.reset(values, { keepDefaultValues: true });
    answer(asked, values);
  }

  return {
    save: { mutate },
    isAsking: ask.isPending,
    question: question && (
      <AddressQuestion {...question} onConfirm={() => confirm(question)} onTake={(values) => take(question, values)} />
    ),
  };
}

function isSame(one: AddressFormValues, other: AddressFormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const WORDS = {
  spelling: 'Did you mean this address?',
  unit_missing: 'The post knows the house, and asks which door: an apartment or a suite.',
  unit_unconfirmed: 'The post knows the house, but not that apartment or suite.',
  undeliverable: 'The post knows no such address. Letters there wait until one of us has had a look.',
} as const satisfies Record<NonNullable<AddressDoubtReply['doubt']>, string>;

interface AddressQuestionProps extends AddressDoubtReply {
  readonly onConfirm: () => void;
  readonly onTake: (values: AddressFormValues) => void;
}

function AddressQuestion({ doubt, suggestion, onConfirm, onTake }: AddressQuestionProps): ReactNode {
  if (doubt === null) return null;
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.question}>
      <Notice tone="warning" title={suggestion === null ? 'Is that right?' : undefined}>
        <Stack>
          <p>{WORDS[doubt]}</p>
          {suggestion !== null && <PostalAddress address={suggestion} />}
          <div className={styles.answers}>
            {suggestion !== null && (
              <Button fit onClick={() => onTake(toFormValues(suggestion))}>
                Use This One
              </Button>
            )}
            <Button fit variant="secondary" onClick={onConfirm}>
              {suggestion === null ? 'It Is Right' : 'Keep Mine'}
            </Button>
          </div>
        </Stack>
      </Notice>
    </div>
  );
}
