import { type EditionReply, listEditions } from '../../../../contract/operator/editions.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { Entry } from '../parts/entry.tsx';
import { counted } from '../parts/words.ts';

const editionsQuery = queryOf(listEditions);

export function EditionsSheet() {
  return (
    <Sheet title="The letters in print">
      <Fetched query={editionsQuery} label="Fetching the editions">
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((edition) => (
              <li key={edition.edition} className={styles.entry}>
                <Entry
                  title={`Letter ${edition.letter}: ${edition.title}`}
                  notes={[paperInWords(edition), outInWords(edition)]}
                  mark={edition.edition.slice(0, 12)}
                />
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </Sheet>
  );
}

function paperInWords({ pages, sheets, grams, isCurrent }: EditionReply): string {
  const printed = pages === null ? 'not set yet' : counted(pages, 'page');
  return `${printed}, ${counted(sheets, 'sheet')}, ${grams.toFixed(1)} g${isCurrent ? '' : '; replaced since'}`;
}

function outInWords({ printed, handedOver }: EditionReply): string {
  return printed === 0 ? 'None printed.' : `${printed} printed, ${handedOver} in the post.`;
}
