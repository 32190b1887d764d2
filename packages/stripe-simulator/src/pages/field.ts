import { html } from "hono/html";
import type { FieldErrors, Typed } from "./checkout/payForm.ts";
import type { Html } from "./layout.ts";

type Field = {
  name: keyof Typed;
  label: string;
  autocomplete: string;
  value: string;
  errors: FieldErrors;
  hint?: string;
  type?: "text" | "email";
  inputmode?: "numeric" | "email" | "text";
  readonly?: boolean;
};

/** A labelled input with its error. The first invalid field gets the focus. */
export function field({ name, label, autocomplete, value, errors, hint = "", ...rest }: Field): Html {
  const error = errors[name];
  const isFirst = Object.keys(errors)[0] === name;
  const described = [error ? `${name}-error` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${rest.type ?? "text"}" inputmode="${rest.inputmode ?? "text"}" autocomplete="${autocomplete}" value="${value}" maxlength="512" required${rest.readonly ? html` readonly` : ""}${described ? html` aria-describedby="${described}"` : ""}${error ? html` aria-invalid="true"` : ""}${isFirst ? html` autofocus` : ""}>
${error ? html`<p class="error" id="${name}-error">${error}</p>` : ""}
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ""}
</div>`;
}
