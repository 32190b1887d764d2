/**
 * Modal dialogs, which jsdom lacks: as much of "dialog focusing steps" and "close the dialog" (HTML) as our tests of
 * components rely on. The browser tests prove the rest.
 */
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();

if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function showModal() {
    focusedBefore.set(this, document.activeElement);
    this.open = true;
    const first = this.querySelector<HTMLElement>("[autofocus]") ?? this.querySelector("button");
    first?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    const before = focusedBefore.get(this);
    if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event("close"));
  };
}
