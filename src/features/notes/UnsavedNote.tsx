/** Shown beside a note with an unsaved draft, which reappears when the note is edited. */
export function UnsavedNote() {
  return <p className="font-semibold text-highlight-ink">Unsaved changes</p>;
}
