import { GUARANTEE_DAYS } from '../../domain/guarantee.ts';
import { FIRST_LETTER_WITHIN } from '../../domain/first-letter-words.ts';
import '../ui/base.css';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LETTER_PAGES, NOT_FOUND_PAGE, type PublicPageFacts, type PublicPages } from '../../contract/public-pages.ts';
import { FORM_PATHS, type LinkPath, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { EmailLinkPage, LINK_WORDS } from '../pages/public/email-link-pages.tsx';
import { LandingPage } from '../pages/landing/landing-page.tsx';
import { FoundLetterPage, LaterPage, LetterCamePage, LetterCodePage } from '../pages/public/letter-code-pages.tsx';
import { PrivacyPage } from '../pages/public/privacy-page.tsx';
import { SupportPage } from '../pages/public/support-page.tsx';
import { TermsPage } from '../pages/public/terms-page.tsx';
import { NotFoundPage } from '../pages/public/not-found-page.tsx';
import { UnsubscribedPage, UnsubscribeFailedPage, UnsubscribePage } from '../pages/public/unsubscribe-pages.tsx';
import {
  SeasonWaitPage,
  WaitAskedPage,
  WaitConfirmedPage,
  WaitConfirmPage,
  WaitExpiredPage,
  WaitRefusedPage,
} from '../pages/season-waits/season-wait-pages.tsx';
import { PressPage } from '../pages/public/press-page.tsx';
import { PublicDocument } from './document.tsx';
import { landingPageData } from './structured-data.ts';

interface PublicPage {
  readonly title: string;
  readonly description: string;
  readonly path: string | null;
  readonly body: (facts: PublicPageFacts) => ReactNode;
  readonly data?: (facts: PublicPageFacts) => readonly object[];
}

function linkPage(path: LinkPath): PublicPage {
  const { title, says } = LINK_WORDS[path];
  const body = () => <EmailLinkPage path={path} />;
  return { title: `${title} | The Dead Letter Club`, description: says, path: null, body };
}

const PAGES = {
  [PUBLIC_PATHS.home]: {
    title: 'The Dead Letter Club: a murder mystery, told by post',
    description: `Twenty-four letters over twelve months, from a harbor town with something to hide. The first ships within ${FIRST_LETTER_WITHIN}.`,
    path: PUBLIC_PATHS.home,
    body: ({ today, holidays }) => <LandingPage today={today} holidays={holidays} />,
    data: landingPageData,
  },
  [PUBLIC_PATHS.privacy]: {
    title: 'Privacy | The Dead Letter Club',
    description: 'What we know about you, why we need it, and what we will never do with it.',
    path: PUBLIC_PATHS.privacy,
    body: ({ supportEmail, visitsForwarded, addressesGoTo }) => (
      <PrivacyPage {...{ supportEmail, visitsForwarded, addressesGoTo }} />
    ),
  },
  [PUBLIC_PATHS.terms]: {
    title: 'Terms | The Dead Letter Club',
    description: `Seasons, prices, canceling, and the ${GUARANTEE_DAYS}-day satisfaction guarantee.`,
    path: PUBLIC_PATHS.terms,
    body: ({ supportEmail, seller, governingLaw }) => <TermsPage {...{ supportEmail, seller, governingLaw }} />,
  },
  [PUBLIC_PATHS.support]: {
    title: 'Support | The Dead Letter Club',
    description: 'Late letters, new addresses, cards and cancellations: how to reach us.',
    path: PUBLIC_PATHS.support,
    body: (facts) => <SupportPage {...facts} />,
  },
  [PUBLIC_PATHS.press]: {
    title: 'Press | The Dead Letter Club',
    description: 'First pages, an envelope and the facts, for people who write about murders that come by post.',
    path: PUBLIC_PATHS.press,
    body: ({ supportEmail }) => <PressPage supportEmail={supportEmail} />,
  },
  [FORM_PATHS.unsubscribe]: {
    title: 'Stop these emails | The Dead Letter Club',
    description: 'Unsubscribe from these emails.',
    path: null,
    body: () => <UnsubscribePage />,
  },
  [FORM_PATHS.unsubscribed]: {
    title: 'You’re unsubscribed | The Dead Letter Club',
    description: 'You’re unsubscribed from these emails.',
    path: null,
    body: () => <UnsubscribedPage />,
  },
  [FORM_PATHS.unsubscribeFailed]: {
    title: 'That did not work | The Dead Letter Club',
    description: 'The link is incomplete, or something went wrong.',
    path: null,
    body: ({ supportEmail }) => <UnsubscribeFailedPage supportEmail={supportEmail} />,
  },
  [FORM_PATHS.seasonWait]: {
    title: 'Tell me when | The Dead Letter Club',
    description: 'Enter your email address, and we email you when a new season is on sale.',
    path: null,
    body: () => <SeasonWaitPage />,
  },
  [FORM_PATHS.waitAsked]: {
    title: 'Check your email | The Dead Letter Club',
    description: 'Press the button in our email to confirm your email address.',
    path: null,
    body: () => <WaitAskedPage />,
  },
  [FORM_PATHS.waitRefused]: {
    title: 'Not an email address | The Dead Letter Club',
    description: 'That isn’t a valid email address. Nothing was saved.',
    path: null,
    body: () => <WaitRefusedPage refusal="address" />,
  },
  [FORM_PATHS.waitNoSeason]: {
    title: 'Not coming soon | The Dead Letter Club',
    description: 'That season isn’t coming soon. Nothing was saved.',
    path: null,
    body: () => <WaitRefusedPage refusal="season" />,
  },
  [FORM_PATHS.waitTooMany]: {
    title: 'Too many requests | The Dead Letter Club',
    description: 'Too many requests. Nothing was saved.',
    path: null,
    body: () => <WaitRefusedPage refusal="tooMany" />,
  },
  [FORM_PATHS.waitClosed]: {
    title: 'Something went wrong | The Dead Letter Club',
    description: 'Something went wrong. Nothing was saved.',
    path: null,
    body: () => <WaitRefusedPage refusal="closed" />,
  },
  [FORM_PATHS.waitConfirm]: {
    title: 'Tell me when | The Dead Letter Club',
    description: 'Press the button to join the list.',
    path: null,
    body: () => <WaitConfirmPage />,
  },
  [FORM_PATHS.waitConfirmed]: {
    title: 'You’re on the list | The Dead Letter Club',
    description: 'We’ll email you once, when the season is on sale.',
    path: null,
    body: () => <WaitConfirmedPage />,
  },
  [FORM_PATHS.waitExpired]: {
    title: 'That link does not work | The Dead Letter Club',
    description: 'This link no longer works. Enter your email address again to get a new one.',
    path: null,
    body: () => <WaitExpiredPage />,
  },
  [FORM_PATHS.confirmEmail]: linkPage(FORM_PATHS.confirmEmail),
  [FORM_PATHS.acceptInvitation]: linkPage(FORM_PATHS.acceptInvitation),
  [FORM_PATHS.signinLink]: linkPage(FORM_PATHS.signinLink),
  [FORM_PATHS.resetLink]: linkPage(FORM_PATHS.resetLink),
  [FORM_PATHS.confirmEmailChange]: linkPage(FORM_PATHS.confirmEmailChange),
  [NOT_FOUND_PAGE]: {
    title: 'No such address | The Dead Letter Club',
    description: 'Nobody lives here.',
    path: null,
    body: () => <NotFoundPage />,
  },
  [LETTER_PAGES.code]: {
    title: 'A letter | The Dead Letter Club',
    description: 'Tell us that it arrived, or that you found it.',
    path: null,
    body: () => <LetterCodePage />,
  },
  [LETTER_PAGES.came]: {
    title: 'Thank you | The Dead Letter Club',
    description: 'Recorded.',
    path: null,
    body: () => <LetterCamePage />,
  },
  [LETTER_PAGES.found]: {
    title: 'Thank you | The Dead Letter Club',
    description: 'What to do with a letter that isn’t yours.',
    path: null,
    body: ({ supportEmail }) => <FoundLetterPage supportEmail={supportEmail} />,
  },
  [LETTER_PAGES.later]: {
    title: 'Please try again later | The Dead Letter Club',
    description: 'Please try again in ten minutes.',
    path: null,
    body: () => <LaterPage />,
  },
} as const satisfies Record<keyof PublicPages, PublicPage>;

/** Called at start and at each midnight in New York, never per request. */
export function renderPublicPages(facts: PublicPageFacts): PublicPages {
  const rendered = Object.entries(PAGES).map(([name, page]) => [name, render(facts, page)]);
  return Object.fromEntries(rendered) as PublicPages;
}

function render(facts: PublicPageFacts, { body, data, ...page }: PublicPage): string {
  const document = (
    <PublicDocument facts={facts} data={data?.(facts) ?? []} {...page}>
      {body(facts)}
    </PublicDocument>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
