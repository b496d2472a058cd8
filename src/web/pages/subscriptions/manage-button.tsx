import { getRouteApi } from '@tanstack/react-router';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { Button } from '../../ui/button.tsx';
import type { NumberedSubscription } from './numbered-subscription.ts';

const route = getRouteApi('/signed-in/account/subscription');

/** Opens the manage dialog; with several subscriptions its name says which one it is about. */
export function ManageButton({ subscription: { reply, label } }: { readonly subscription: NumberedSubscription }) {
  const navigate = route.useNavigate();
  const open = () => void navigate({ search: { dialog: 'manage', subscription: reply.id }, ...OPENED_HERE });
  return (
    <div>
      <Button variant="secondary" aria-haspopup="dialog" aria-label={`Manage subscription: ${label}`} onClick={open}>
        Manage subscription
      </Button>
    </div>
  );
}
