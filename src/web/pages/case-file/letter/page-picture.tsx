import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CaseLetterReply } from '../../../../contract/case-file.ts';
import { Button } from '../../../ui/button.tsx';
import { pictureQuery } from '../case-queries.ts';
import styles from './letter-page.module.css';

interface PagePictureProps {
  readonly season: string;
  readonly letter: CaseLetterReply;
  readonly page: number;
}

/** Fetched when it is near the visible area. The reader's name is drawn over it (decision 112). */
export function PagePicture({ season, letter, page }: PagePictureProps) {
  const { place, isNear } = useNearness();
  const picture = useQuery({ ...pictureQuery(season, letter.letter, page), enabled: isNear });
  const [isLarge, setLarge] = useState(false);
  const names = letter.namePlaces.filter((name) => name.page === page);
  return (
    <figure ref={place} className={styles.picture} data-large={isLarge}>
      <figcaption className={styles.caption}>
        <Button
          variant="quiet"
          aria-expanded={isLarge}
          onClick={({ currentTarget }) => {
            flushSync(() => setLarge(!isLarge));
            currentTarget.scrollIntoView({ block: 'nearest' });
          }}
        >
          {`${isLarge ? 'Shrink' : 'Enlarge'} page ${page} of ${letter.pages}`}
        </Button>
        {picture.isError && (
          <Button variant="secondary" onClick={() => void picture.refetch()}>
            {`Load page ${page} again`}
          </Button>
        )}
      </figcaption>
      <div className={styles.sheet}>
        {picture.data === undefined ? (
          <span className={styles.blank}>{picture.isError ? '' : `Loading page ${page}`}</span>
        ) : (
          <>
            <BlobImage blob={picture.data} />
            {names.map(({ x, y, width, words }) => (
              <span
                key={y}
                className={styles.name}
                aria-hidden="true"
                style={{ left: shareOf(x, WIDTH), top: shareOf(y, HEIGHT), width: shareOf(width, WIDTH) }}
              >
                {words.includes(NAME) ? words.replace(NAME, letter.name) : letter.name}
              </span>
            ))}
          </>
        )}
      </div>
    </figure>
  );
}

/** In points, like the coordinates of names. */
const WIDTH = 612;
const HEIGHT = 792;
/** A placeholder for the name in the text around it. */
const NAME = '\u{e000}';

function shareOf(points: number, whole: number): string {
  return `${(100 * points) / whole}%`;
}

function BlobImage({ blob }: { readonly blob: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt="" width={WIDTH} height={HEIGHT} decoding="async" />;
}

function useNearness() {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null || isNear) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setNear(true), {
      rootMargin: '100% 0%',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { place, isNear };
}
