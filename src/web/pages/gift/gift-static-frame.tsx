import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { SignedInAs, SignedInRoom } from '../../app/sign-out.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../checkout/checkout-layout.module.css';
import { WhatsIncluded } from './whats-included.tsx';

export function GiftHead() {
  return (
    <header className={styles.head}>
      <BackLink href={PUBLIC_PATHS.home}>Back to home</BackLink>
      <h1>Gift Subscription</h1>
      <p>Give the gift of mystery: twenty-four letters, one murder, and a year of looking forward to the mail.</p>
      <SignedInAs otherwise={<SignedInRoom />} />
    </header>
  );
}

export function GiftStaticFrame() {
  return (
    <div className={styles.page}>
      <GiftHead />
      <div className={styles.columns} data-with-aside>
        <Sheet title="Recipient Information">
          <Skeleton label="Loading the form" lines={24} />
        </Sheet>
        <div className={styles.aside}>
          <Sheet title="Gift Summary" edge="airmail">
            <Skeleton label="Loading the summary" lines={3} />
          </Sheet>
          <WhatsIncluded />
        </div>
      </div>
    </div>
  );
}
