import { RUN_FILE_PATH } from '../../../../contract/operator/fulfilment.ts';
import { failureOf } from '../../../app/api-failure.ts';
import { accessToken } from '../../../app/session.ts';

export async function downloadRunFile(run: string, batch: number, name: string): Promise<void> {
  const path = RUN_FILE_PATH.replace(':id', run).replace(':batch', String(batch)).replace(':name', name);
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${(await accessToken()) ?? ''}` } });
  if (!answer.ok) throw await failureOf(answer);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
