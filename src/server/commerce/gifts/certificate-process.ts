import { type Certificate, certificatePdf } from './certificate-pdf.ts';
import type { SetCertificate } from './certificate-press.ts';

/** Sets one certificate after another, until the server that started it is gone. */
process.on('message', (certificate: Certificate) => {
  void certificatePdf(certificate).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ failed: String(error) }),
  );
});

function answer(message: SetCertificate): void {
  process.send?.(message);
}
