/** @jsxRuntime automatic */ // tsx runs this file from source and doesn't read this folder's tsconfig.
import { renderToStaticMarkup } from 'react-dom/server';
import { Fragment, type ReactNode } from 'react';
import type { Block, EmailBranding, EmailContent } from './content.ts';
import { DARK_STYLES, styles } from './email-styles.ts';

/** Uses tables and inline styles, which email programs understand. Works from 320 to 600 px wide, in light and dark. */
export function emailToHtml(content: EmailContent, branding: EmailBranding): string {
  return `<!doctype html>${renderToStaticMarkup(<EmailPage content={content} branding={branding} />)}`;
}

function EmailPage({ content, branding }: { content: EmailContent; branding: EmailBranding }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Without this, phones turn dates and addresses into links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{content.subject}</title>
        <style>{DARK_STYLES}</style>
      </head>
      <body className="desk" style={styles.body}>
        <Preview text={content.preview} />
        <Table className="desk" style={styles.desk}>
          <tr>
            <td align="center" style={styles.deskCell}>
              <Table className="paper" style={styles.paper}>
                <tr>
                  <td className="rule" style={styles.letterhead}>
                    <Letterhead postmark={content.postmark} />
                  </td>
                </tr>
                <tr>
                  <td style={styles.content}>
                    <Content content={content} />
                  </td>
                </tr>
              </Table>
              <Footer content={content} branding={branding} />
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

/** The invisible filler keeps an inbox from showing the first words of the email after the preview. */
function Preview({ text }: { text: string }) {
  return <div style={styles.preview}>{`${text}${'\u00A0\u200C'.repeat(80)}`}</div>;
}

function Table({ className, style, children }: { className?: string; style: object; children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      className={className}
      style={style}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

function Letterhead({ postmark }: { postmark: string }) {
  return (
    <Table style={styles.fullWidth}>
      <tr>
        <td style={styles.masthead}>
          <div className="ink" style={styles.clubName}>
            The Dead
            <br />
            Letter Club
          </div>
          <div className="faded" style={styles.tagline}>
            A murder mystery, told by post
          </div>
        </td>
        <td align="right" style={styles.postmarkCell}>
          <Postmark word={postmark} />
        </td>
      </tr>
    </Table>
  );
}

/** Text only, since most email programs block pictures. */
function Postmark({ word }: { word: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} className="stamp" style={styles.postmarkRing}>
      <tbody>
        <tr>
          <td align="center" valign="middle" className="stamp" style={styles.postmarkFace}>
            <div style={styles.postmarkSmall}>Wick Harbor</div>
            <div className="stamp" style={styles.postmarkWord}>
              {word}
            </div>
            <div style={styles.postmarkSmall}>Dead Letters</div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Content({ content }: { content: EmailContent }) {
  return (
    <>
      <h1 className="ink" style={styles.heading}>
        {content.heading}
      </h1>
      {content.salutation !== null && (
        <p className="ink" style={styles.paragraph}>
          {content.salutation}
        </p>
      )}
      {content.blocks.map((block, position) => (
        <BlockView key={position} block={block} />
      ))}
      <p className="ink" style={styles.signature}>
        The Dead Letter Club
      </p>
    </>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'facts') return <Facts rows={block.rows} />;
  if (block.kind === 'link')
    return block.prominence === 'button' ? <ButtonLink {...block} /> : <QuietLink {...block} />;
  if (block.kind === 'code') {
    return (
      <p className="ink rule" style={styles.code}>
        {block.code}
      </p>
    );
  }
  return block.kind === 'aside' ? (
    <p className="faded rule" style={styles.aside}>
      {block.text}
    </p>
  ) : (
    <p className="ink" style={styles.paragraph}>
      {block.text.split('\n').map((line, position) => (
        <Fragment key={position}>
          {position > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}

function ButtonLink({ label, href }: { label: string; href: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={styles.buttonTable}>
      <tbody>
        <tr>
          <td style={styles.buttonCell}>
            <a href={href} style={styles.button}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function QuietLink({ label, href }: { label: string; href: string }) {
  return (
    <p style={styles.paragraph}>
      <a href={href} className="stamp" style={styles.quietLink}>
        {label}
      </a>
    </p>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <Table className="rule" style={styles.facts}>
      {rows.map(([label, value]) => (
        <tr key={label}>
          <th scope="row" align="left" className="faded rule" style={styles.factLabel}>
            {label}
          </th>
          <td valign="top" className="ink rule" style={styles.factValue}>
            {value}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Footer({
  content: { because, turnOffUrl },
  branding: { siteUrl, supportEmail, seller, unsubscribeUrl },
}: {
  content: EmailContent;
  branding: EmailBranding;
}) {
  return (
    <div className="faded" style={styles.footer}>
      You are reading this because {because}.
      <br />
      Questions? Email{' '}
      <a href={`mailto:${supportEmail}`} className="faded" style={styles.footerLink}>
        {supportEmail}
      </a>
      .
      {turnOffUrl !== undefined && (
        <>
          <br />
          <a href={turnOffUrl} className="faded" style={styles.footerLink}>
            Choose your emails
          </a>
        </>
      )}
      {unsubscribeUrl !== undefined && (
        <>
          <br />
          <a href={unsubscribeUrl} className="faded" style={styles.footerLink}>
            Unsubscribe from these emails
          </a>
        </>
      )}
      <br />
      <a href={siteUrl} className="faded" style={styles.footerLink}>
        {siteUrl.replace(/^https?:\/\//, '')}
      </a>
      <br />
      <span translate="no">{seller.join(', ')}</span>
    </div>
  );
}
