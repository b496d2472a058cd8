import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { addressOf } from '../../../app/api.ts';
import { failureOf } from '../../../app/api-failure.ts';
import type { PagedQuery } from '../../../app/paged-list.tsx';
import { saveFile } from '../../../app/save-file.ts';
import { accessToken } from '../../../app/session.ts';
import { RequestButton } from './action-button.tsx';
import styles from './console.module.css';

interface SaveCsvProps {
  readonly queryKey: PagedQuery<unknown>['queryKey'];
  readonly about: string;
  readonly label?: string;
  /** What the file is named after, if that isn't `about`. */
  readonly file?: string;
}

/** Saves the whole list, not only the pages shown (rules/operators 17). */
export function SaveCsv({ queryKey, about, label, file = about }: SaveCsvProps) {
  const named = label === undefined ? { label: `CSV: ${about}` } : { label, about };
  return (
    <div className={styles.save}>
      <RequestButton {...named} variant="quiet" request={() => saveList(queryKey, file)} />
    </div>
  );
}

async function saveList([path, input]: SaveCsvProps['queryKey'], list: string): Promise<void> {
  const address = addressOf(String(path), input ?? {});
  const headers = { Accept: 'text/csv', Authorization: `Bearer ${(await accessToken()) ?? ''}` };
  const answer = await fetch(address, { headers });
  if (!answer.ok) throw await failureOf(answer);
  const name = list.replace(/^the /, '').replaceAll(/\W+/g, '-');
  saveFile(await answer.blob(), `${name}-${newYorkDate(new Date())}.csv`);
}
