import { type GivenGift, printGiftCertificate } from '../../../contract/gifts.ts';
import { call } from '../../app/api.ts';
import { saveFile } from '../../app/save-file.ts';

export async function downloadCertificate({ id }: Pick<GivenGift, 'id'>): Promise<void> {
  const { fileName, pdfBase64 } = await call(printGiftCertificate, { params: { id } });
  const bytes = Uint8Array.from(atob(pdfBase64), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/pdf' }), fileName);
}
