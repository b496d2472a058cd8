import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextPage } from './text-page.tsx';
import styles from './letter-code-pages.module.css';

/** Its form goes back to the address that it stands at, which has the code. */
export function LetterCodePage() {
  return (
    <TextPage title="A letter of ours" kicker="Two things can be said of it">
      <p>You are holding a letter that went through our hands. Say what became of it; nobody asks for your name.</p>
      <form method="post">
        <div className={styles.choices}>
          <div>
            <Button type="submit" name="what" value="came">
              It came
            </Button>
            <p>It was meant for this household, and it is here.</p>
          </div>
          <div>
            <Button type="submit" variant="secondary" name="what" value="found">
              I found it
            </Button>
            <p>It is not mine. Somebody is missing it.</p>
          </div>
        </div>
      </form>
      <p>We do not say here whose letter it is, or what is in it. We would do as much for you.</p>
    </TextPage>
  );
}

/** Says the same of a code that is none of ours. */
export function LetterCamePage() {
  return (
    <TextPage title="Thank you" kicker="Noted">
      <p>If that code is one of ours, its letter now stands in the book as come. There is nothing else to do.</p>
      <p>Keep the envelope. One never knows what an envelope will be asked to prove.</p>
      <Home />
    </TextPage>
  );
}

/** Says the same of a code that is none of ours. */
export function FoundLetterPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="Thank you" kicker="Noted">
      <p>If that code is one of ours, the office knows by now that its letter has turned up.</p>
      <p>
        Should you have its envelope: put it back, write “Found open” across the front, and drop it into any mailbox.
        The post will take it from there, or bring it back to us.
      </p>
      <p>
        Should you not, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. And please do not read on. Those
        who did have not all been seen again.
      </p>
      <Home />
    </TextPage>
  );
}

export function LaterPage() {
  return (
    <TextPage title="In a little while" kicker="The window is shut">
      <p>
        Either a great many letters are turning up where you are, or our book is being carried from one room to another.
        Nothing was noted. Please try again in ten minutes; the letter will keep.
      </p>
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
