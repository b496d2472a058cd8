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
          Nothing is being typed at the moment. What there is stands on{' '}
          <a href={APP_PATHS.seasonSelection}>the shelf</a>.
        </p>
      ) : (
        <>
          <p>They are still being typed. Leave an address, and you are told once, on the day one of them opens.</p>
          <AnnouncedSeasons level="h2" />
        </>
      )}
    </TextPage>
  );
}

export function WaitAskedPage() {
  return (
    <TextPage title="Look in your mailbox" kicker="One step is left">
      <p>
        We have written to that address. The email has one button in it: press it, and you are told on the day. Until
        then nothing is written down, since anybody can type anybody’s address.
      </p>
      <p>Nothing there after ten minutes? Look among the unwanted ones. Good company, usually.</p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to the front door</ButtonLink>
      </p>
    </TextPage>
  );
}

const REFUSALS = {
  address: {
    title: 'No such address',
    says: 'That is no address we could write to. Something is missing in it, or there is something too many.',
  },
  season: {
    title: 'Not to come',
    says: 'That season is not one of those to come: it has opened meanwhile, or there never was one of that name.',
  },
  tooMany: {
    title: 'A great many addresses',
    says: 'More than ten came from where you are within the hour. It passes: ask once more in an hour.',
  },
  closed: {
    title: 'Our desk is closed',
    says: 'For a moment only, and through no fault of yours. Ask once more in a minute.',
  },
} as const;

export function WaitRefusedPage({ refusal }: { readonly refusal: keyof typeof REFUSALS }) {
  const { title, says } = REFUSALS[refusal];
  return (
    <TextPage title={title} kicker="Nothing was written down">
      <p>{says}</p>
      <AnnouncedSeasons level="h2" typed={TYPED_PLACE} />
    </TextPage>
  );
}

/** Without an action the form keeps the link's token. */
export function WaitConfirmPage() {
  return (
    <TextPage title="Shall we tell you?" kicker="You followed the link in our email">
      <p>Press the button, and we write to you once, on the day that the season opens. Then we forget the address.</p>
      <form method="post">
        <Button type="submit">Yes, tell me when</Button>
      </form>
    </TextPage>
  );
}

const LISTED = { place: 'WAITING LIST', lines: ['LISTED', 'IN INK', 'ONCE'] } as const;

export function WaitConfirmedPage() {
  return (
    <TextPage title="You will be told" kicker="Noted, in ink" aside={<Struck {...LISTED} />}>
      <p>
        Once, on the day it opens, at the address you gave. The email that asked you has a link that takes you off the
        list again, and so will the one that tells you.
      </p>
      <p>
        Meanwhile there is a season that is finished, down to the last envelope.{' '}
        <a href={APP_PATHS.seasonSelection}>It can be had today.</a>
      </p>
    </TextPage>
  );
}

export function WaitExpiredPage() {
  return (
    <TextPage title="That link does not work" kicker="Nothing was written down">
      <p>
        It is older than seven days, or was cut short on its way here, or our desk is closed for a moment. Ask again; it
        takes a minute.
      </p>
      <p>
        <ButtonLink href={FORM_PATHS.seasonWait}>Ask again</ButtonLink>
      </p>
    </TextPage>
  );
}
