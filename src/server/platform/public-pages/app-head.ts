import { featuredSeason } from '../../../../seasons/shelf.ts';
import { SHARE_PICTURE } from '../../../contract/public-pages.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';

const SITE_NAME = 'The Dead Letter Club';

interface AppHead {
  readonly title: string;
  readonly description: string;
  readonly listed?: true;
}

const DESCRIPTION =
  'A murder mystery, told by post: twenty-four letters over twelve months, from a harbor town with something to hide.';

const HEADS: ReadonlyMap<string, AppHead> = new Map([
  [
    APP_PATHS.seasonSelection,
    {
      title: `Choose Your Season · ${SITE_NAME}`,
      description: featuredSeason().teaser,
      listed: true,
    },
  ],
  [
    APP_PATHS.giftClaim,
    {
      title: `A Gift for You · ${SITE_NAME}`,
      description:
        'Someone has given you a murder mystery, told by post in twenty-four letters. Open the link to see your gift.',
    },
  ],
  [
    APP_PATHS.readAlong,
    {
      title: `Read Along · ${SITE_NAME}`,
      description: 'Someone is reading a murder mystery, told by post, and invites you to read along.',
    },
  ],
  ...titled({
    [APP_PATHS.signup]: 'Join the Club',
    [APP_PATHS.signin]: 'Sign In',
    [APP_PATHS.forgotPassword]: 'Forgot Your Password?',
    [APP_PATHS.shipping]: 'Where Do Your Letters Go?',
    [APP_PATHS.payment]: 'Payment',
    [APP_PATHS.giftSubscription]: 'Gift Subscription',
    [APP_PATHS.account]: 'Your Account',
  }),
]);

function titled(titles: Readonly<Record<string, string>>): [string, AppHead][] {
  return Object.entries(titles).map(([path, title]) => [
    path,
    { title: `${title} · ${SITE_NAME}`, description: DESCRIPTION },
  ]);
}

const ANY_HEAD: AppHead = { title: SITE_NAME, description: DESCRIPTION };

export const LISTED_APP_PATHS: readonly string[] = [...HEADS].flatMap(([path, { listed }]) => (listed ? [path] : []));

export const APP_PATHS_WITH_HEAD: readonly string[] = [...HEADS.keys()];

export function appHead(siteUrl: string, path: string): string {
  const { title, description, listed } = HEADS.get(path) ?? ANY_HEAD;
  const url = siteUrl + path;
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    ...(listed
      ? [`<link rel="canonical" href="${escapeHtml(url)}" />`, property('url', url)]
      : [named('robots', 'noindex')]),
    property('type', 'website'),
    property('site_name', SITE_NAME),
    property('title', title),
    property('description', description),
    property('image', siteUrl + SHARE_PICTURE.path),
    property('image:width', String(SHARE_PICTURE.width)),
    property('image:height', String(SHARE_PICTURE.height)),
    property('image:alt', SHARE_PICTURE.alt),
    named('twitter:card', 'summary_large_image'),
  ].join('');
}

export function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`;
}

function property(name: string, content: string): string {
  return `<meta property="og:${name}" content="${escapeHtml(content)}" />`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
