import { reportPdf } from '../../platform/typesetting/report-pdf.ts';
import { certificatePdf } from './certificate-pdf.ts';
import type { PrintJob, SetCertificate } from './certificate-press.ts';

/** Typesets one certificate after another until the server that started it ends. */
process.on('message', (job: PrintJob) => {
  const pdf = job.kind === 'certificate' ? certificatePdf(job.certificate) : reportPdf(job.report);
  void pdf.then(
    (bytes) => answer({ pdf: bytes }),
    (error: unknown) => answer({ failed: String(error) }),
  );
});

function answer(message: SetCertificate): void {
  process.send?.(message);
}
