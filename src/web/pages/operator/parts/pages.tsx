import { type ReactNode, useState } from 'react';
import type { EventReply } from '../../../../contract/operator/fulfilment.ts';
import { PagedList, type PagedListProps } from '../../../app/paged-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './console.module.css';
import { Entry } from './entry.tsx';
import { SaveCsv } from './save-csv.tsx';
import { eventInWords, instantInWords } from './words.ts';

/** A list of a customer’s page with so few rows needs no CSV. */
export const FEW_ROWS = 3;

interface PagesProps<Item> extends Omit<PagedListProps<Item>, 'more' | 'children'> {
  /** Not needed if the items have an `id`. */
  readonly keyOf?: (item: Item) => string;
  /** Shows only `count` at first. */
  readonly few?: { readonly count: number; readonly more: string; readonly less: string };
  /** Offers CSV only for more rows than these. */
  readonly csvAbove?: number;
  /** Entries that come before the list's own. */
  readonly before?: readonly { readonly key: string; readonly entry: ReactNode }[];
  readonly children: (item: Item) => ReactNode;
}

export function Pages<Item extends object>({
  keyOf = idOf,
  few,
  csvAbove = 0,
  before = [],
  children,
  ...pages
}: PagesProps<Item>) {
  const [isWhole, setIsWhole] = useState(few === undefined);
  return (
    <PagedList {...pages} more="Show more">
      {(items) => (
        <div>
          <ul className={styles.list}>
            {before.map(({ key, entry }) => (
              <li key={key} className={styles.entry} data-row tabIndex={-1}>
                {entry}
              </li>
            ))}
            {(isWhole ? items : items.slice(0, few?.count)).map((item) => (
              <li key={keyOf(item)} className={styles.entry} data-row tabIndex={-1}>
                {children(item)}
              </li>
            ))}
          </ul>
          {few !== undefined && items.length > few.count && (
            <Button fit variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? few.less : few.more}
            </Button>
          )}
          {items.length > csvAbove && <SaveCsv queryKey={pages.query.queryKey} about={listName(pages.label)} />}
        </div>
      )}
    </PagedList>
  );
}

function listName(label: string): string {
  const at = label.indexOf('the ');
  return at === -1 ? label.replace('Fetching ', '') : label.slice(at);
}

function idOf(item: object): string {
  return 'id' in item ? String(item.id) : '';
}

interface ListSheetProps<Item> extends PagesProps<Item> {
  readonly title: string;
  readonly titleId?: string;
  readonly aside?: ReactNode;
}

export function ListSheet<Item extends object>({ title, titleId, aside, ...list }: ListSheetProps<Item>) {
  return (
    <Sheet title={title} aside={aside} {...(titleId !== undefined && { titleId })}>
      <Pages {...list} />
    </Sheet>
  );
}

type HistorySheetProps = Pick<ListSheetProps<EventReply>, 'title' | 'query' | 'empty'>;

export function HistorySheet(list: HistorySheetProps) {
  return (
    <ListSheet label="Fetching the history" {...list}>
      {({ at, event, actor, letter, detail }) => (
        <Entry
          title={`${eventInWords(event)}${letter === null ? '' : `, letter ${letter}`}`}
          notes={[`by ${actor}`, pulledInWords(detail)]}
          mark={instantInWords(at)}
        />
      )}
    </ListSheet>
  );
}

function pulledInWords({ pull }: EventReply['detail']): string | null {
  return Array.isArray(pull) && pull.length > 0 ? `Out of the pile: ${pull.map(String).join(', ')}` : null;
}
