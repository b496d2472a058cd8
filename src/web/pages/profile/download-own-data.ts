import { getOwnData } from '../../../contract/own-data.ts';
import { call } from '../../app/api.ts';
import { saveFile } from '../../app/save-file.ts';

export async function downloadOwnData(): Promise<void> {
  const data = await call(getOwnData);
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(file, `dead-letter-club-${data.exportedAt.slice(0, 10)}.json`);
}
