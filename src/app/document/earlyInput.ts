// A password manager may add its icon to a field, or a translator replace the texts, before React hydrates a prerendered
// page. React then renders the page again, and what the visitor typed, chose and focused would be lost with the old one.

type Field = HTMLInputElement | HTMLTextAreaElement;

const CONTROLS = "input, textarea, button, summary, a[href]";

/**
 * Watches a page that is about to be hydrated. When it is first called, the returned function transfers what the visitor
 * entered and focused in controls that React has replaced to those in their places.
 */
export function watchEarlyInput(root: HTMLElement): () => void {
  const before = controlsOf(root);
  const watching = new AbortController();
  let focused = document.activeElement;
  const follow = ({ type, target }: FocusEvent) => {
    if (type === "focusin") focused = target as Element;
    // A control also loses the focus when it is removed, which happens in the same task.
    else queueMicrotask(() => forget(target as Element));
  };
  const forget = (left: Element) => {
    if (focused === left && left.isConnected && hasNoFocus()) focused = null;
  };
  root.addEventListener("focusin", follow, { signal: watching.signal });
  root.addEventListener("focusout", follow, { signal: watching.signal });
  return () => {
    if (watching.signal.aborted) return;
    watching.abort();
    const after = controlsOf(root).filter((control) => !before.includes(control));
    for (const old of before) {
      if (old.isConnected) continue;
      const place = after.findIndex((control) => signatureOf(control) === signatureOf(old));
      const [control] = place < 0 ? [] : after.splice(place, 1);
      if (!control) continue;
      if (isField(control) && isField(old)) enter(control, old);
      if (old === focused && hasNoFocus()) focusLike(control, old);
    }
  };
}

function controlsOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)];
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isField(control: Element): control is Field {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** What a control has in common with the one that replaces it. A group of radio buttons gets another name. */
function signatureOf(control: HTMLElement): string {
  if (isField(control)) return `${control.type} ${isCheckable(control) ? control.value : control.name}`;
  return `${control.localName} ${control.getAttribute("href") ?? control.textContent}`;
}

/** Does what the visitor did, so that React takes notice. */
function enter(field: Field, old: Field): void {
  if (isCheckable(field) && isCheckable(old)) {
    if (old.checked !== old.defaultChecked && old.checked !== field.checked) field.click();
  } else if (old.value !== old.defaultValue && old.value !== field.value) {
    // React has replaced the property of the element itself, to tell a script's changes from the visitor's.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, old.value);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

function focusLike(control: HTMLElement, old: HTMLElement): void {
  control.focus({ preventScroll: true });
  // Some types of field, such as email, have no selection.
  if (isField(control) && isField(old) && old.selectionStart !== null)
    control.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? undefined);
}
