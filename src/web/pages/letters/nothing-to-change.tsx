import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-body.tsx';

interface NothingToChangeProps {
  /** Why not. */
  readonly children: string;
  readonly onClose: () => void;
}

/** Stands in the place of a form that no letter could be chosen in. */
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
