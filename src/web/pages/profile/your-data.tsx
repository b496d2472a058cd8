import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getOwnData } from '../../../contract/own-data.ts';
import { call } from '../../app/api.ts';
import { OPENED_HERE, useCloseDialog } from '../../app/dialog-history.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { useReauthentication } from '../security/reauthentication.tsx';
import { DeleteAccount } from './delete-account.tsx';

const route = getRouteApi('/signed-in/account/profile');

export function YourData() {
  return (
    <Sheet title="Your Data">
      <Stack>
        <Download />
        <Deletion />
      </Stack>
    </Sheet>
  );
}

function Download() {
  const guard = useReauthentication();
  const download = useMutation({ mutationFn: () => guard(downloadOwnData) });
  return (
    <Stack>
      <p>Everything we keep about you, in one file a machine can read. It is less than you fear.</p>
      {download.isError && <Notice tone="error">{download.error.message}</Notice>}
      <div>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
      </div>
    </Stack>
  );
}

function Deletion() {
  const { dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const close = useCloseDialog();
  return (
    <Stack>
      <p>
        Deleting your account erases your name, your addresses and your way in. Invoices stay, as the law wants, with
        nobody’s name on them.
      </p>
      <div>
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: { dialog: 'delete' }, ...OPENED_HERE })}
        >
          Delete account
        </Button>
      </div>
      <Dialog open={dialog === 'delete'} onClose={() => close()} title="Delete your account?">
        <DeleteAccount onClose={close} />
      </Dialog>
    </Stack>
  );
}

async function downloadOwnData(): Promise<void> {
  const data = await call(getOwnData);
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(file, `dead-letter-club-${data.exportedAt.slice(0, 10)}.json`);
}
