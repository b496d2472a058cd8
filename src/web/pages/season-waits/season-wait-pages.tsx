import { TYPED_PLACE } from '../../../contract/public-pages.ts';
import { APP_PATHS, FORM_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Struck } from '../../ui/ornament.tsx';
import { TextPage } from '../public/text-page.tsx';
import { ANNOUNCED, AnnouncedSeasons } from './announced-seasons.tsx';

export function SeasonWaitPage() {
  return (
    <TextPage title="Tell me when" kicker="The seasons to come">
      {ANNOUNCED.length === 0 ? (
        <p>
          No season is coming soon. See <a href={APP_PATHS.seasonSelection}>the seasons on sale</a>.
        </p>
      ) : (
        <>
          <p>
            These seasons are still being written. Enter your email address below one of them. We email you once to
            confirm the address, and once on the day the season goes on sale.
          </p>
          <AnnouncedSeasons level="h2" />
        </>
      )}
    </TextPage>
  );
}

export function WaitAskedPage() {
  return (
    <TextPage title="Check your email" kicker="One more step">
      <p>
        We’re sending you an email. To join the list, press the button in it, and then the one on the page that opens.
        We’ll then email you when the season is on sale.
      </p>
      <p>
        Nothing there after ten minutes? Check your spam folder. We send at most two of these emails a day to one
        address. If you’ve already received two today, use either one, or try again tomorrow.
      </p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to home</ButtonLink>
      </p>
    </TextPage>
  );
}

const REFUSALS = {
  address: {
    title: 'Not an email address',
    says: 'That isn’t a valid email address. Please check it.',
  },
  season: {
    title: 'Not coming soon',
    says: 'That season isn’t coming soon. It’s already on sale, or there’s no season with that name.',
  },
  tooMany: {
    title: 'Too many requests',
    says: 'Too many requests came from your network. Try again in an hour.',
  },
  closed: {
    title: 'Something went wrong',
    says: 'It’s our fault, not yours. Try again in a minute.',
  },
} as const;

export function WaitRefusedPage({ refusal }: { readonly refusal: keyof typeof REFUSALS }) {
  const { title, says } = REFUSALS[refusal];
  return (
    <TextPage title={title} kicker="Nothing was saved">
      <p>{says}</p>
      <AnnouncedSeasons level="h2" typed={TYPED_PLACE} />
    </TextPage>
  );
}

/** Without an `action`, the form posts to the current URL, which has the link's token. */
export function WaitConfirmPage() {
  return (
    <TextPage title="Tell me when" kicker="You followed the link in our email">
      <p>
        Press the button, and we email you once, on the day the season goes on sale. Thirty days later, we delete your
        email address from the list.
      </p>
      <form method="post">
        <Button type="submit">Yes, tell me when</Button>
      </form>
    </TextPage>
  );
}

const LISTED = { place: 'WAITING LIST', lines: ['LISTED', 'IN INK', 'ONCE'] } as const;

export function WaitConfirmedPage() {
  return (
    <TextPage title="You’re on the list" kicker="Confirmed" aside={<Struck {...LISTED} />}>
      <p>
        We’ll email you once, on the day the season goes on sale. Thirty days later, we delete your email address from
        the list. To leave the list before then, use the link at the end of the email you just opened.
      </p>
      <p>
        Meanwhile, another season is already written, down to the last envelope.{' '}
        <a href={APP_PATHS.seasonSelection}>It’s on sale today.</a>
      </p>
    </TextPage>
  );
}

export function WaitExpiredPage() {
  return (
    <TextPage title="That link does not work" kicker="Nothing was saved">
      <p>
        The link is older than seven days or incomplete, or something went wrong on our side. Enter your email address
        again to get a new link.
      </p>
      <p>
        <ButtonLink href={FORM_PATHS.seasonWait}>Get a new link</ButtonLink>
      </p>
    </TextPage>
  );
}
