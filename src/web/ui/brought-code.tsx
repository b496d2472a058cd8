import styles from './brought-code.module.css';

/** @param code left out on the public pages, where `public/enhance.ts` fills it in and shows it */
export function BroughtCode({ code }: { readonly code?: string }) {
  return (
    <p className={styles.note} data-brought-code hidden={code === undefined}>
      <b className={styles.code}>{code}</b> came with you. What it takes off, if anything, you see before you pay.
    </p>
  );
}
