import styles from './promo-from-link.module.css';

/** @param code left out on public pages, where `public/enhance.ts` fills it in */
export function PromoFromLink({ code }: { readonly code?: string }) {
  return (
    <p className={styles.note} data-promo-from-link hidden={code === undefined}>
      <PromoWords code={code} />
    </p>
  );
}

export function PlaceForPromo({ code }: { readonly code: string | undefined }) {
  return (
    <div className={styles.place}>
      <p className={styles.note} data-unseen={code === undefined || undefined}>
        <PromoWords code={code ?? AS_LONG} />
      </p>
      <p className={styles.none} data-unseen={code !== undefined || undefined}>
        Have a promo code? You can enter it on the payment page.
      </p>
    </div>
  );
}

const AS_LONG = 'XXXXXXXXXX';

function PromoWords({ code }: { readonly code: string | undefined }) {
  return (
    <>
      Code{' '}
      <b className={styles.code} translate="no">
        {code}
      </b>{' '}
      is saved. You’ll see any discount before you pay.
    </>
  );
}
