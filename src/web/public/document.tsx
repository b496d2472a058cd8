import type { ReactNode } from 'react';
import { type PublicPageFacts, SHARE_PICTURE } from '../../contract/public-pages.ts';
import { COLOURS } from '../../domain/colours.ts';
import { SiteFooter } from '../ui/footer.tsx';
import { SiteHeader } from '../ui/header.tsx';
import styles from './document.module.css';

interface PublicDocumentProps {
  readonly facts: PublicPageFacts;
  readonly title: string;
  readonly description: string;
  /** Null for the page for unknown URLs. */
  readonly path: string | null;
  readonly data: readonly object[];
  readonly children: ReactNode;
}

/** Works without a script, and has no inline scripts or styles (rules/pages 2). */
export function PublicDocument({ children, ...head }: PublicDocumentProps) {
  const { facts } = head;
  return (
    <html lang="en">
      <Head {...head} />
      <body>
        <SiteHeader hasLinks />
        <main id="content" className={styles.main}>
          {facts.testPayments && (
            <p className={styles.banner}>
              <strong>Test payments.</strong> Nothing is charged and nothing is mailed.
            </p>
          )}
          {facts.promoBanner !== '' && <p className={styles.banner}>{facts.promoBanner}</p>}
          {children}
        </main>
        <SiteFooter supportEmail={facts.supportEmail} seller={facts.seller.join('\n')} />
      </body>
    </html>
  );
}

function Head({ facts, title, description, path, data }: Omit<PublicDocumentProps, 'children'>) {
  const { assets, siteUrl } = facts;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {assets.stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      {assets.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
      <meta name="theme-color" content={COLOURS.bottle} />
      <meta name="color-scheme" content="light" />
      {path === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Sharing {...{ siteUrl, title, description, path }} />
      )}
      {data.map((piece) => (
        <StructuredData key={JSON.stringify(piece)} piece={piece} />
      ))}
    </head>
  );
}

interface SharingProps {
  readonly siteUrl: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
}

function Sharing({ siteUrl, title, description, path }: SharingProps) {
  const url = `${siteUrl}${path}`;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="The Dead Letter Club" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={siteUrl + SHARE_PICTURE.path} />
      <meta property="og:image:width" content={String(SHARE_PICTURE.width)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE.height)} />
      <meta property="og:image:alt" content={SHARE_PICTURE.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The browser doesn't run this data, so the Content Security Policy doesn't apply. */
function StructuredData({ piece }: { readonly piece: object }) {
  const json = JSON.stringify(piece).replace(/</g, String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
