import { listSubscriberTimeline } from '../../../../contract/operator/customer-history.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { Entry } from '../parts/entry.tsx';
import { FEW_ROWS, ListSheet } from '../parts/pages.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { instantInWords } from '../parts/words.ts';

export function Timeline({ id }: { readonly id: string }) {
  return (
    <ListSheet
      title="Timeline"
      titleId="timeline"
      csvAbove={FEW_ROWS}
      query={pagesOf(listSubscriberTimeline, { params: { id } })}
      label="Fetching the timeline"
      empty="Nothing has happened yet."
    >
      {({ words, by, note, stripeId, at }) => (
        <Entry
          whole
          title={words}
          notes={[
            `by ${by}`,
            note === null || note === '' ? null : note,
            stripeId === null ? null : (
              <StripeLink key="stripe" id={stripeId}>
                Stripe
              </StripeLink>
            ),
          ]}
          mark={instantInWords(at)}
        />
      )}
    </ListSheet>
  );
}
