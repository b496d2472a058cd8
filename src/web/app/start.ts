import '../ui/base.css';
import './long-dialog.css';
import './old-browser.css';
import '../public/session-marker.ts';
import { observeVisit } from '../analytics/observe.ts';
import { storePlanOfLink } from '../pages/checkout/chosen-plan.ts';
import { storePromoOfLink } from '../promo-link.ts';
import { NO_CONNECTION } from './no-connection.ts';

let hasStarted = false;

observeVisit();
storePromoOfLink();
storePlanOfLink();
reloadWhenRestoredUnstarted();
void startApp();

async function startApp(): Promise<void> {
  try {
    const { start } = await import('./main.tsx');
    await start();
    hasStarted = true;
  } catch (error) {
    if (document.visibilityState === 'visible') showNoConnection();
    throw error;
  }
}

/** Leaving a page cancels its requests, so a page restored by Back may lack scripts. */
function reloadWhenRestoredUnstarted(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !hasStarted) location.reload();
  });
}

function showNoConnection(): void {
  const notice = document.querySelector('[data-unreachable]');
  if (notice !== null) return notice.removeAttribute('hidden');
  const paragraph = document.createElement('p');
  paragraph.setAttribute('role', 'alert');
  paragraph.textContent = NO_CONNECTION;
  document.getElementById('root')?.append(paragraph);
}
