import { featuredSeason } from '../../../../seasons/shelf.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Section } from './section.tsx';
import styles from './story.module.css';

const SEASON = featuredSeason();

export function Story() {
  return (
    <Section id="story" kicker={SEASON.title} title={SEASON.story}>
      <div className={styles.columns}>
        <figure className={styles.letter}>
          <blockquote className={styles.typed}>
            <p>Wick Harbor, September 23rd</p>
            <p>My dear,</p>
            <p>
              If you are reading this, I have been found, and somebody has been decent enough to buy a stamp. We have
              not met. I chose your name because it appears nowhere in this town’s mail, and I have read all of it.
            </p>
            <p>
              There is a drawer beneath my desk, and it is full. I did not steal what lies in it. I delayed it, which
              the Department considers worse. Each letter was written by a person I nodded to at church, and any one of
              them would have ended somebody. I believe one of them now has. Whatever they write about me afterwards
              will be added; I have left the key with someone who counts everything twice.
            </p>
            <p>
              Read slowly. Keep the envelopes; people lie on paper, but they forget to lie on the outside. And do not
              write back. I shall not be in a position to answer.
            </p>
          </blockquote>
          <figcaption className={styles.signature}>O. Farrow, from letter one</figcaption>
        </figure>
        <div className={styles.facts}>
          <p className={styles.premise}>
            Twenty-four letters reach you over twelve months, each written by someone in Wick Harbor, and all but one of
            them meant for someone else. The killer is among the correspondents. Whether you notice is a matter between
            you and your kitchen table.
          </p>
          <DefinitionList
            items={[
              { term: 'Place and time', detail: SEASON.setting },
              { term: 'The deceased', detail: 'Odile Farrow, postmistress for thirty-one years' },
              { term: 'Found', detail: 'At her sorting desk, on the night of the equinox gale' },
              { term: 'Cause, officially', detail: 'A failing heart' },
              { term: 'On the tongue', detail: 'One stamp, cancelled' },
              { term: 'Case', detail: 'Closed. You would be reopening it' },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
