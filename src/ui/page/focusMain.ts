/** Moves the focus to the content of the page, for example when the control that has it is about to disappear. */
export function focusMain({ preventScroll = false } = {}): void {
  document.getElementById("main")?.focus({ preventScroll });
}
