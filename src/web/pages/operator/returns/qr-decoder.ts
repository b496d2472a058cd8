interface Detector {
  detect(image: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats(): Promise<string[]>;
};

export type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>;

/** Uses the browser's own reader, or loads a library if it has none. */
export async function openQrDecoder(): Promise<ReadFrame> {
  const Own = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Own !== undefined && (await Own.getSupportedFormats()).includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  return await openLibrary();
}

/** More pixels only make it slower. */
const WIDEST = 800;

async function openLibrary(): Promise<ReadFrame> {
  const { default: decodeQr } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    if (context === null || video.videoWidth === 0) return Promise.resolve(null);
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return Promise.resolve(decodeQr(context.getImageData(0, 0, canvas.width, canvas.height)));
    } catch {
      return Promise.resolve(null);
    }
  };
}
