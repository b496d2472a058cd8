import type { EventReply } from '../../../../contract/operator/fulfilment.ts';
import type { PagedQuery } from './console-queries.ts';
import { Entry } from './entry.tsx';
import { Pages } from './fetched.tsx';
import { eventInWords, instantInWords } from './words.ts';

export function EventList({ query, empty }: { readonly query: PagedQuery<EventReply>; readonly empty: string }) {
  return (
    <Pages query={query} label="Fetching the history" empty={empty}>
      {({ at, event, actor, letter, detail }) => (
        <Entry
          title={`${eventInWords(event)}${letter === null ? '' : `, letter ${letter}`}`}
          notes={[`by ${actor}`, pulledInWords(detail)]}
          mark={instantInWords(at)}
        />
      )}
    </Pages>
  );
}

function pulledInWords({ pull }: EventReply['detail']): string | null {
  return Array.isArray(pull) && pull.length > 0 ? `Out of the pile: ${pull.map(String).join(', ')}` : null;
}
