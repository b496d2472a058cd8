import { Link } from '@tanstack/react-router';
import { decideReshipRequest, type ReshipReply } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { call } from '../../../app/api.ts';
import { ConfirmButton, ActionButton, Question } from '../parts/action-button.tsx';
import { instantInWords } from '../parts/words.ts';
import { Entry } from '../parts/entry.tsx';

const WAY_WORDS = { now: 'with the next first letters', with_next: 'with their next letter' } as const;

export function ReshipEntry({ reship }: { readonly reship: ReshipReply }) {
  const decide = (approve: boolean) => call(decideReshipRequest, { params: { id: reship.id }, body: { approve } });
  const about = `letter ${reship.letter} to ${reship.recipient}`;
  const asked = `Letter ${reship.letter} was ${reship.cause}; asked ${instantInWords(reship.askedAt)} to have it ${WAY_WORDS[reship.way]}.`;
  return (
    <Entry
      title={
        <Link to={CONSOLE_PATHS.subscriber} search={{ subscription: reship.subscriptionId }}>
          {reship.recipient}
        </Link>
      }
      notes={[asked]}
    >
      <ActionButton
        label="Send Again"
        about={about}
        mutation={() => decide(true)}
        said={`Letter ${reship.letter} goes to ${reship.recipient} again, ${WAY_WORDS[reship.way]}.`}
      />
      <ConfirmButton label="Refuse" about={about} variant="quiet" title="Refuse it?">
        {(close) => (
          <Question
            yes="Refuse"
            mutation={() => decide(false)}
            onClose={close}
            said={`Refused: ${reship.recipient} does not get letter ${reship.letter} again.`}
          >
            <p>{`${reship.recipient} will not get letter ${reship.letter} again. Write to them; we do not.`}</p>
          </Question>
        )}
      </ConfirmButton>
    </Entry>
  );
}
