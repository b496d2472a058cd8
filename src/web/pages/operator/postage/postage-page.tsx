import { listPostageRates, type RateReply, takePostageRateBack } from '../../../../contract/operator/postage.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { call } from '../../../app/api.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { ActionBoard, ConfirmButton, QuestionButton } from '../parts/action-button.tsx';
import { Entry } from '../parts/entry.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { May, useMay } from '../parts/role.tsx';
import { dayInWords } from '../parts/words.ts';
import { RateForm } from './rate-form.tsx';

export function PostagePage() {
  return (
    <>
      <h1>Postage</h1>
      <ActionBoard>
        <ListSheet
          title="What the post asks"
          aside={
            <May call="savePostageRate">
              <ConfirmButton label="Enter Rates" title="What the post asks, from a day on">
                {(close) => <RateForm onClose={close} />}
              </ConfirmButton>
            </May>
          }
          query={pagesOf(listPostageRates)}
          label="Fetching the rates"
          empty="No rates yet. Until they are entered, runs do not say which stamps to buy."
          keyOf={({ zone, validFrom }) => `${validFrom} ${zone}`}
        >
          {(rate) => <Rate rate={rate} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

const STATES = { ahead: 'to come', in_force: 'holds', replaced: 'replaced' } as const satisfies Record<
  RateReply['state'],
  string
>;

function Rate({ rate }: { readonly rate: RateReply }) {
  const { zone, validFrom, state } = rate;
  const may = useMay();
  const about = `${zone}, from ${dayInWords(validFrom)}`;
  return (
    <Entry
      title={about}
      notes={[pricesInWords(rate), countriesInWords(rate), surchargeInWords(rate)]}
      mark={STATES[state]}
    >
      {state !== 'replaced' && may('savePostageRate') && (
        <ConfirmButton label="Change" about={about} variant="quiet" title={zone}>
          {(close) => <RateForm rate={rate} onClose={close} />}
        </ConfirmButton>
      )}
      {state === 'ahead' && may('takePostageRateBack') && (
        <QuestionButton
          label="Take Back"
          about={about}
          variant="quiet"
          title={`Take back what begins on ${dayInWords(validFrom)}?`}
          yes="Take It Back"
          mutation={() => call(takePostageRateBack, { body: { zone, validFrom } })}
          said={`${zone}: what holds now goes on.`}
        >
          <p>Runs then count with the rates before it. What has left keeps what it was given.</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

function pricesInWords({ oneOunceCents, twoOuncesCents, threeOuncesCents }: RateReply): string {
  const steps = [oneOunceCents, twoOuncesCents, threeOuncesCents];
  return steps
    .map((cents, index) => `${index + 1} oz ${cents === null ? 'at the counter' : formatUsd(cents)}`)
    .join(', ');
}

function countriesInWords({ countries }: RateReply): string {
  return countries.length === 0 ? 'Every country abroad that no other zone names' : countries.join(', ');
}

function surchargeInWords({ nonmachinableCents, giftsNonmachinable }: RateReply): string | null {
  if (nonmachinableCents === 0) return null;
  return `${formatUsd(nonmachinableCents)} more where machines cannot handle it${giftsNonmachinable ? ', gifts among them' : ''}`;
}
