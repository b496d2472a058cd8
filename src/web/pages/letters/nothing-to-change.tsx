import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-body.tsx';

interface NothingToChangeProps {
  readonly children: string;
  readonly onClose: () => void;
}

export function NothingToChange({ children, onClose }: NothingToChangeProps) {
  return (
    <>
      <p>{children}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}
