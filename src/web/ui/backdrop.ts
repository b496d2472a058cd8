/**
 * A click beside an open dialog reaches the dialog element itself. The second click of the double click that opened the
 * dialog does so too, and must not close it.
 */
export function isOnBackdrop({ target, detail }: MouseEvent): boolean {
  return target instanceof HTMLDialogElement && detail <= 1;
}
