import { useNavigate } from '@tanstack/react-router';
import { APP_PATHS } from '../../../../contract/site-paths.ts';
import { Button } from '../../../ui/button.tsx';

const LONGEST_LINE = 500;

/** Text that is selected in the letter becomes the line that the note is about. */
export function PinNote({ season, letter }: { readonly season: string; readonly letter: number }) {
  const navigate = useNavigate();
  const pin = () => {
    const line = getSelection()?.toString().replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_LINE) || undefined;
    void navigate({ to: APP_PATHS.accountCaseNotes, search: { season, letter: String(letter), line } });
  };
  return (
    <Button variant="secondary" fit onClick={pin}>
      Pin a note to this letter
    </Button>
  );
}
