/**
 * A click beside an open dialog targets the dialog itself. So does the second half of the double click that opened it,
 * which must not close it.
 */
export function isOnBackdrop({ target, detail }: MouseEvent): boolean {
  return target instanceof HTMLDialogElement && detail <= 1;
}
