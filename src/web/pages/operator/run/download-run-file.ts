import { RUN_FILE } from '../../../../contract/operator/constants.ts';
import { failureOf } from '../../../app/api-failure.ts';
import { accessToken } from '../../../app/session.ts';

/** Fetches a file for the printer and hands it to the browser as a download. @throws ApiFailure */
export async function downloadRunFile(run: string, batch: number, name: string): Promise<void> {
  const path = RUN_FILE.path.replace(':id', run).replace(':batch', String(batch)).replace(':name', name);
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${(await accessToken()) ?? ''}` } });
  if (!answer.ok) throw await failureOf(answer);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
