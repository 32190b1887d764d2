/** Beside a note: the way to write it leads back to these words. */
export function UnsavedNote() {
  return <p className="font-semibold text-highlight-ink">Typed here and not saved yet</p>;
}
