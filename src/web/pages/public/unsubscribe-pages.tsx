import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Struck } from '../../ui/ornament.tsx';
import { TextPage } from './text-page.tsx';

const STOPPED = { place: 'DELIVERY', lines: ['STOPPED', 'AT', 'REQUEST'] } as const;

/** Without an action the form keeps the link's token. */
export function UnsubscribePage() {
  return (
    <TextPage title="Stop these emails?" kicker="You followed the link at the foot of one">
      <p>
        Press the button, and emails of that kind stop coming to the address that this one came to. Nothing else
        changes: the letters are paper, and keep coming by post.
      </p>
      <p>
        Receipts, failed payments and anything about your account’s safety come regardless. We would rather be silent
        about those as well, but then somebody else might not be.
      </p>
      <form method="post">
        <input type="hidden" name="from" value="page" />
        <Button type="submit">Stop these emails</Button>
      </form>
    </TextPage>
  );
}

export function UnsubscribedPage() {
  return (
    <TextPage title="They have stopped" kicker="Struck from the list" aside={<Struck {...STOPPED} />}>
      <p>No more of those. If one is on its way already, it will be the last, and you may burn it unread.</p>
      <p>
        Should you ever miss us: who has an account finds the switch there, under{' '}
        <a href={APP_PATHS.accountProfile}>Contact Preferences</a>; who waits for a season may ask again where it is
        announced.
      </p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to the front door</ButtonLink>
      </p>
    </TextPage>
  );
}

export function UnsubscribeFailedPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="That did not work" kicker="Nothing has been stopped">
      <p>
        Either the link was cut short on its way here, or our desk is closed for a moment. Open it once more from the
        foot of the email; if it fails again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and say
        stop. One word is enough.
      </p>
      <p>
        Signed in, you find the same switch under <a href={APP_PATHS.accountProfile}>Contact Preferences</a>.
      </p>
    </TextPage>
  );
}
