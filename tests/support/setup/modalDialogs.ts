/**
 * Modal dialogs, which jsdom lacks: those parts of "dialog focusing steps" and "close the dialog" (HTML) on which our
 * component tests rely. The browser tests cover the rest.
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
    if (before === document.body) this.querySelector<HTMLElement>(":focus")?.blur();
    else if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event("close"));
  };
}

// jsdom has no layout either, so nothing is scrolled.
if (typeof Element !== "undefined") Element.prototype.scrollIntoView ??= () => undefined;
