import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextPage } from './text-page.tsx';
import styles from './letter-code-pages.module.css';

/** The form posts to the current URL, which contains the code. */
export function LetterCodePage() {
  return (
    <TextPage title="A letter from us" kicker="Tell us what happened to it">
      <p>This code is on a letter that we mailed. Press the button that fits; we don’t ask for your name.</p>
      <form method="post">
        <div className={styles.choices}>
          <div>
            <Button type="submit" name="what" value="came">
              It arrived
            </Button>
            <p>It’s for this household, and it’s here.</p>
          </div>
          <div>
            <Button type="submit" variant="secondary" name="what" value="found">
              I found it
            </Button>
            <p>It’s addressed to someone else.</p>
          </div>
        </div>
      </form>
      <p>We don’t say here whose letter it is, or what’s in it.</p>
    </TextPage>
  );
}

/** Shows the same text for an unknown code. */
export function LetterCamePage() {
  return (
    <TextPage title="Thank you" kicker="Noted">
      <p>If the code is from one of our letters, we’ve recorded that the letter arrived. There’s nothing else to do.</p>
      <p>Keep the envelope. You never know what an envelope will be asked to prove.</p>
      <Home />
    </TextPage>
  );
}

/** Shows the same text for an unknown code. */
export function FoundLetterPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="Thank you" kicker="Noted">
      <p>If the code is from one of our letters, we now know that someone found the letter.</p>
      <p>
        If you have the envelope, put the letter back, write “Found open” across the front, and drop it into any
        mailbox. The post office will deliver it or return it to us.
      </p>
      <p>
        If you don’t have the envelope, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. And please don’t
        read the letter.
      </p>
      <Home />
    </TextPage>
  );
}

export function LaterPage() {
  return (
    <TextPage title="Please try again later" kicker="Nothing was recorded">
      <p>We couldn’t record what happened to the letter. Wait ten minutes, then try again.</p>
      <Home />
    </TextPage>
  );
}

function Home() {
  return (
    <p>
      <ButtonLink variant="quiet" href={PUBLIC_PATHS.home}>
        Who we are
      </ButtonLink>
    </p>
  );
}
