import { getRouteApi } from '@tanstack/react-router';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { Button } from '../../ui/button.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

const route = getRouteApi('/signed-in/account/subscription');

interface OpenButtonProps {
  readonly subscription: NumberedSubscription;
  readonly dialog: 'manage' | 'address';
  readonly children: string;
}

export function OpenButton({ subscription: { reply, label }, dialog, children }: OpenButtonProps) {
  const navigate = route.useNavigate();
  const open = () => void navigate({ search: { dialog, subscription: reply.id }, ...OPENED_HERE });
  return (
    <Button fit variant="secondary" aria-haspopup="dialog" aria-label={`${children}: ${label}`} onClick={open}>
      {children}
    </Button>
  );
}
