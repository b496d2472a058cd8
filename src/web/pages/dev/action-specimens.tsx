import { useState } from 'react';
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx';
import { WhenSignedIn, WhenSignedOut } from '../../ui/when-signed-in.tsx';
import { Dialog, DialogChoice } from '../../ui/dialog.tsx';
import { DialogCloser, DialogOpener, PlatformDialog } from '../../ui/platform-dialog.tsx';
import { Row, Specimens } from './specimens.tsx';
import { BackLink } from '../../ui/back-link.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet'];

export function ActionSpecimens() {
  return (
    <>
      <Specimens name="Buttons">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} disabled>
              {variant}, disabled
            </Button>
            <Button variant={variant} busy>
              {variant}, busy
            </Button>
            <ButtonLink variant={variant} href="#link">
              {variant}, a link
            </ButtonLink>
          </Row>
        ))}
        <p>
          <BackLink href="#back">A step back</BackLink>
        </p>
        <p>
          By session: <WhenSignedIn>somebody is signed in</WhenSignedIn>
          <WhenSignedOut>nobody is signed in</WhenSignedOut>
        </p>
      </Specimens>
      <Specimens name="Dialogs">
        <Row>
          <AppDialog />
          <DialogOpener dialog="platform">Open one without React</DialogOpener>
          <PlatformDialog id="platform" title="A dialog of the platform’s">
            <DialogCloser dialog="platform">Close it</DialogCloser>
          </PlatformDialog>
        </Row>
        {[false, true].map((busy) => (
          <DialogChoice
            key={String(busy)}
            yes={busy ? 'Being burnt' : 'Burn it'}
            no="Keep it"
            busy={busy}
            onNo={nothing}
            onYes={nothing}
          />
        ))}
      </Specimens>
    </>
  );
}

function nothing(): void {
  // Buttons on this page do nothing.
}

function AppDialog() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog open={open} onClose={close} title="A question">
        <p>The safe answer stands first.</p>
        <DialogChoice yes="Burn it" no="Keep it" busy={false} onNo={close} onYes={close} />
      </Dialog>
    </>
  );
}
