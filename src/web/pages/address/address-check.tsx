import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type AddressDoubtReply, checkAddressNow } from '../../../contract/addresses.ts';
import { call } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { type AddressFormValues, toFormValues } from './address-form.ts';
import styles from './address-check.module.css';
import { PostalAddress } from './postal-address.tsx';

/** Longer than the server's own timeout for the address check. */
const PATIENCE_MS = 4_000;

type Options = { onError: (error: Error) => void };

interface Save<Values> {
  readonly mutate: (values: Values, options: Options) => void;
}

export interface AddressPart<Values> {
  readonly read: (values: Values) => AddressFormValues;
  readonly write: (values: Values, address: AddressFormValues) => Values;
}

export const WHOLE_FORM: AddressPart<AddressFormValues> = { read: (values) => values, write: (_, address) => address };

interface Question<Values> extends AddressDoubtReply {
  readonly typed: Values;
  readonly options: Options;
}

interface AddressCheck<Values extends FieldValues> {
  readonly form: Pick<UseFormReturn<Values>, 'reset'>;
  readonly save: Save<Values>;
  readonly part: AddressPart<Values>;
  /** `checkVisitorsAddress` if there is no session. */
  readonly endpoint?: typeof checkAddressNow;
}

/** Checks an address before it is saved, once for each version (rules/checkout 50). */
export function useAddressCheck<Values extends FieldValues>(props: AddressCheck<Values>) {
  const { form, save, part, endpoint = checkAddressNow } = props;
  const [question, setQuestion] = useState<Question<Values> | null>(null);
  const answered = useRef('');
  const ask = useMutation({
    mutationFn: (body: AddressFormValues & { asTyped: boolean }) =>
      call(endpoint, { body, signal: AbortSignal.timeout(PATIENCE_MS) }),
    retry: false,
  });
  const versionOf = (values: Values) => JSON.stringify(part.read(values));

  function mutate(typed: Values, options: Options): void {
    // Asks once: saving the same address again confirms it.
    if (question !== null && versionOf(question.typed) === versionOf(typed)) return confirm({ ...question, typed });
    setQuestion(null);
    const address = part.read(typed);
    if (address.country !== 'US' || answered.current === versionOf(typed)) return save.mutate(typed, options);
    const goOn = () => answer({ options }, typed);
    ask.mutate(
      { ...address, asTyped: false },
      {
        onSuccess: (reply) => (reply.doubt === null ? goOn() : setQuestion({ ...reply, typed, options })),
        onError: goOn,
      },
    );
  }

  function answer({ options }: Pick<Question<Values>, 'options'>, chosen: Values): void {
    answered.current = versionOf(chosen);
    setQuestion(null);
    save.mutate(chosen, options);
  }

  function confirm(asked: Question<Values>): void {
    ask.mutate({ ...part.read(asked.typed), asTyped: true });
    answer(asked, asked.typed);
  }

  function take(asked: Question<Values>, address: AddressFormValues): void {
    const values = part.write(asked.typed, address);
    form.reset(values, { keepDefaultValues: true });
    answer(asked, values);
  }

  return {
    save: { mutate },
    isAsking: ask.isPending,
    question: question && (
      <AddressQuestion
        {...question}
        onConfirm={() => confirm(question)}
        onTake={(address) => take(question, address)}
      />
    ),
  };
}

const WORDS = {
  spelling: 'Did you mean this address?',
  unit_missing:
    'The post office knows this building, but the apartment or suite number is missing. Add it above. If there is none, use the address as it is.',
  unit_unconfirmed:
    'The post office knows this building, but not that apartment or suite number. Check it above. If it’s right, use the address as it is.',
  undeliverable:
    'We can’t confirm this address. Check it for mistakes. If it’s right, use it, and we’ll check it before we mail a letter.',
} as const satisfies Record<NonNullable<AddressDoubtReply['doubt']>, string>;

interface AddressQuestionProps extends AddressDoubtReply {
  readonly onConfirm: () => void;
  readonly onTake: (values: AddressFormValues) => void;
}

function AddressQuestion({ doubt, suggestion, onConfirm, onTake }: AddressQuestionProps): ReactNode {
  if (doubt === null) return null;
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.question}>
      <Notice tone="warning" title={suggestion === null ? 'Is this address right?' : undefined}>
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
              {suggestion === null ? 'Yes, Use It' : 'Keep Mine'}
            </Button>
          </div>
        </Stack>
      </Notice>
    </div>
  );
}
