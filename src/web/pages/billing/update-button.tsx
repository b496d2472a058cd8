import { getRouteApi } from '@tanstack/react-router';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { Button } from '../../ui/button.tsx';

const route = getRouteApi('/signed-in/account/billing');

export function UpdateButton({ dialog, children }: { readonly dialog: 'card' | 'address'; readonly children: string }) {
  const navigate = route.useNavigate();
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      onClick={() => void navigate({ search: { dialog }, ...OPENED_HERE })}
    >
      {children}
    </Button>
  );
}
