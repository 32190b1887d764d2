/** Call this when the control that has the focus is about to disappear. The page does not scroll. */
export function focusMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
