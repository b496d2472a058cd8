import { featuredSeason } from '../../../../seasons/shelf.ts';
import { PromoFromLink } from '../../ui/promo-from-link.tsx';
import { Postmark, Seal, Stamp } from '../../ui/ornament.tsx';
import { Prices } from '../../ui/prices.tsx';
import styles from './hero.module.css';
import { SubscribeLink } from './subscribe-link.tsx';

export function Hero() {
  return (
    <section className={styles.desk} aria-labelledby="hero-title">
      <div className={styles.brought}>
        <PromoFromLink />
      </div>
      <div className={styles.envelope}>
        <p className={styles.sender}>
          From O. Farrow
          <br />
          Postmistress
          <br />
          Wick Harbor, Me.
        </p>
        <div className={styles.franking}>
          <div className={styles.stamp}>
            <Stamp />
          </div>
          <div className={styles.postmark}>
            <Postmark place="WICK HARBOR, ME." lines={['SEP 23', '9 PM', '1957']} cancelling />
          </div>
        </div>

        <div className={styles.message}>
          <p className={styles.tagline}>{featuredSeason().title} Now Shipping</p>
          <h1 id="hero-title" className={styles.title}>
            A murder mystery, told by post.
          </h1>
          <p className={styles.lead}>
            Odile Farrow was found dead at her sorting desk on the night of the equinox gale, a cancelled stamp on her
            tongue. For thirty-one years she had kept back the letters nobody should have received. Now someone is
            delivering them. To you.
          </p>
          <p className={styles.actions}>
            <SubscribeLink />
            <a href="#how">How It Works</a>
          </p>
          <p className={styles.price}>
            <Prices />
          </p>
        </div>

        <p className={styles.address}>
          You, by name
          <br />
          At your own address
          <br />
          That is rather the point
        </p>
        <div className={styles.seal}>
          <Seal />
        </div>
      </div>
    </section>
  );
}
