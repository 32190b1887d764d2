/** Shown beside a note with an unsaved draft. The draft reappears when the note is edited. */
export function UnsavedNote() {
  return <p className="font-semibold text-highlight-ink">Unsaved changes</p>;
}
