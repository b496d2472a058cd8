import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
const SQUARE = 8;
const [PAPER, INK, GREY] = [225, 40, 128];

/** Makes a video of a QR code for the camera. @returns its path */
export async function filmedCode(text: string): Promise<string> {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const light = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  const [left, top] = [WIDTH, HEIGHT].map((length) => Math.floor((length - data.length * SQUARE) / 2)) as [
    number,
    number,
  ];
  for (let y = 0; y < data.length * SQUARE; y++) {
    for (let x = 0; x < data.length * SQUARE; x++) {
      const isDark = data[Math.floor(y / SQUARE)]?.[Math.floor(x / SQUARE)] === true;
      if (isDark) light[(top + y) * WIDTH + left + x] = INK;
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
  const path = join(await mkdtemp(join(tmpdir(), 'camera-')), 'code.y4m');
  await writeFile(
    path,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
  return path;
}

/** Arguments for Chromium, whose camera shows that video. */
export function cameraArgs(path: string): readonly string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}
