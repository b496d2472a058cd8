import { FIRST_PAGES } from 'virtual:first-pages';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import { SHARE_PICTURE } from '../../../contract/public-pages.ts';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON, RECOMMENDED_AGE } from '../../../domain/season.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextPage } from './text-page.tsx';
import styles from './press-page.module.css';

const SEASON = featuredSeason();

export function PressPage({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <TextPage title="Press" kicker="For people who open other people’s mail professionally">
      <p>
        The Dead Letter Club sells one thing: a murder mystery in {LETTERS_PER_SEASON} letters, on paper, in envelopes,
        by post. There is no app to solve it in. There is a kitchen table.
      </p>
      <DefinitionList
        items={[
          { term: 'On sale', detail: `${SEASON.title}, ${SEASON.story}` },
          { term: 'Place and time', detail: SEASON.setting },
          { term: 'Length', detail: `${LETTERS_PER_SEASON} letters over ${MONTHS_PER_SEASON} months, two a month` },
          {
            term: 'Price',
            detail: `${formatUsd(PLANS.monthly.priceCents)} a month, or ${formatUsd(PLANS.annual.priceCents)} for the year, postage included`,
          },
          { term: 'Ages', detail: `${RECOMMENDED_AGE} and up` },
          { term: 'Questions', detail: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> },
        ]}
      />
      <p>{SEASON.description}</p>
      <h2>Pictures</h2>
      <p>
        You may print these pictures with our name beside them. Press a title to see the picture. We show the first
        pages of three letters, and nothing more. If someone sends you a later letter, we’d like to know who.
      </p>
      <div className={styles.pictures}>
        {FIRST_PAGES.map(({ letter, picture, width, height, described, download }) => (
          <Picture
            key={letter}
            title={`Letter ${letter}, first page`}
            {...{ picture, width, height, download }}
            alt={`The first page of letter ${letter}. ${described}`}
          />
        ))}
        <Picture
          title="The envelope"
          picture={SHARE_PICTURE.path}
          download={SHARE_PICTURE.path}
          width={SHARE_PICTURE.width}
          height={SHARE_PICTURE.height}
          alt={SHARE_PICTURE.alt}
        />
      </div>
      <h2>What we ask</h2>
      <p>
        Say who is dead; everybody in town does. Do not say who did it, how it was done, or what was in the drawer.
        People have paid to be told that slowly.
      </p>
      <p>
        Our promises to buyers are under <a href={PUBLIC_PATHS.terms}>Terms</a>. Everything else is in the mail.
      </p>
    </TextPage>
  );
}

interface PictureProps {
  readonly title: string;
  readonly picture: string;
  readonly download: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Collapsed at first, so that the browser doesn't fetch the picture yet. */
function Picture({ title, picture, download, width, height, alt }: PictureProps) {
  return (
    <details className={styles.picture}>
      <summary className={styles.summary}>{title}</summary>
      <figure className={styles.figure}>
        <img className={styles.image} src={picture} width={width} height={height} alt={alt} loading="lazy" />
        <figcaption>
          <a href={download} download>
            Download {title.toLowerCase()} as a PNG
          </a>
        </figcaption>
      </figure>
    </details>
  );
}
