/** Made by `art/build.mjs`. */
export const SHARE_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'An airmail envelope with a cancelled stamp: A murder mystery, told by post.',
} as const;
