import { FORM_PATHS, type LinkPath } from '../../../contract/site-paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextPage } from './text-page.tsx';

interface Words {
  readonly title: string;
  readonly says: string;
  readonly button: string;
  readonly otherwise: string;
}

export const LINK_WORDS = {
  [FORM_PATHS.confirmEmail]: {
    title: 'Confirm your email address',
    says: 'Press the button to confirm your email address. This also signs you in to your account in this browser.',
    button: 'Confirm my email address',
    otherwise: 'If you didn’t sign up, close this page. We won’t open an account unless you press the button.',
  },
  [FORM_PATHS.acceptInvitation]: {
    title: 'Accept the invitation',
    says: 'Press the button to open your account. This also signs you in. You can then choose a password on the Profile tab.',
    button: 'Accept the invitation',
    otherwise: 'If you don’t want an account, close this page. We won’t open an account unless you press the button.',
  },
  [FORM_PATHS.signinLink]: {
    title: 'Sign in',
    says: 'Press the button to sign in to your account in this browser.',
    button: 'Sign in',
    otherwise: 'If you didn’t ask for this link, close this page. Nothing happens unless you press the button.',
  },
  [FORM_PATHS.resetLink]: {
    title: 'Choose a new password',
    says: 'Press the button, and choose a new password on the next page. Your old password works until you save a new one.',
    button: 'Choose a new password',
    otherwise: 'If you didn’t ask for this link, close this page. Your password stays as it is.',
  },
  [FORM_PATHS.confirmEmailChange]: {
    title: 'Confirm the new email address',
    says: 'Press the button to confirm your account’s new email address. We’ve sent one email to the old address and one to the new. The address changes only after you’ve confirmed from both emails.',
    button: 'Confirm the change',
    otherwise: 'If you didn’t ask for this change, close this page. Nothing changes unless you press the button.',
  },
} as const satisfies Record<LinkPath, Words>;

/** Without an `action`, the form posts to the current URL, which has the link's token. */
export function EmailLinkPage({ path }: { readonly path: LinkPath }) {
  const { title, says, button, otherwise } = LINK_WORDS[path];
  return (
    <TextPage title={title} kicker="You followed the link in our email">
      <p>{says}</p>
      <form method="post">
        <Button type="submit">{button}</Button>
      </form>
      <p>{otherwise}</p>
    </TextPage>
  );
}
