import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Struck } from '../../ui/ornament.tsx';
import { TextPage } from './text-page.tsx';

const STOPPED = { place: 'EMAIL', lines: ['STOPPED', 'AT', 'REQUEST'] } as const;

/** Without an `action`, the form posts to the current URL, which has the link's token. */
export function UnsubscribePage() {
  return (
    <TextPage title="Stop these emails?" kicker="You followed the link in our email">
      <p>
        Press the button, and we stop sending you emails like the one you came from. If it was about a letter or a gift,
        “What to look for” emails stop, too. This doesn’t affect your paper letters.
      </p>
      <p>You can’t turn off emails about payments, subscriptions, returned letters and your account’s security.</p>
      <form method="post">
        <input type="hidden" name="from" value="page" />
        <Button type="submit">Stop these emails</Button>
      </form>
    </TextPage>
  );
}

export function UnsubscribedPage() {
  return (
    <TextPage title="You’re unsubscribed" kicker="Emails turned off" aside={<Struck {...STOPPED} />}>
      <p>
        We won’t send you any more emails like the one you came from. If one is already on its way, it’s the last. This
        doesn’t affect your paper letters.
      </p>
      <p>
        Changed your mind? If you have an account, turn these emails on again under{' '}
        <a href={APP_PATHS.accountProfile}>Contact Preferences</a>. If you were waiting for a season, you can ask again
        on our home page.
      </p>
      <p>
        <ButtonLink href={PUBLIC_PATHS.home}>Back to home</ButtonLink>
      </p>
    </TextPage>
  );
}

export function UnsubscribeFailedPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="That did not work" kicker="Nothing was changed">
      <p>
        The link is incomplete, or something went wrong on our side. Open it once more from the email; if it fails
        again, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and write “stop”. One word is enough.
      </p>
      <p>
        If you’re signed in, you can also turn these emails off under{' '}
        <a href={APP_PATHS.accountProfile}>Contact Preferences</a>.
      </p>
    </TextPage>
  );
}
