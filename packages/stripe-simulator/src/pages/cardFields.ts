import { html } from "hono/html";
import type { FieldErrors, Typed } from "./checkout/payForm.ts";
import type { Html } from "./layout.ts";

/** The number and the security code are never sent back to the page. */
export function cardFields({ typed, errors }: { typed: Typed; errors: FieldErrors }): Html {
  const numeric = { inputmode: "numeric", errors } as const;
  return html`<fieldset><legend>Card</legend>
${field({ ...numeric, name: "cardNumber", label: "Card number", autocomplete: "cc-number", value: "" })}
<div class="pair">
${field({ ...numeric, name: "cardExpiry", label: "Expiry", hint: "MM / YY", autocomplete: "cc-exp", value: typed.cardExpiry })}
${field({ ...numeric, name: "cardCvc", label: "CVC", hint: "3 or 4 digits", autocomplete: "cc-csc", value: "" })}
</div>
${field({ name: "billingName", label: "Name on card", autocomplete: "cc-name", value: typed.billingName, errors })}
${field({ name: "billingPostalCode", label: "Postcode", autocomplete: "postal-code", value: typed.billingPostalCode, errors })}
</fieldset>`;
}

export const testCardsHelp: Html = html`<details class="help"><summary>Test card numbers</summary>
<p>Any future expiry, any CVC, any postcode.</p>
<dl>
<div><dt>4242 4242 4242 4242</dt><dd>pays</dd></div>
<div><dt>4000 0025 0000 3155</dt><dd>asks for authentication</dd></div>
<div><dt>4000 0000 0000 0002</dt><dd>is declined</dd></div>
<div><dt>4000 0000 0000 9995</dt><dd>has insufficient funds</dd></div>
<div><dt>4000 0000 0000 7726</dt><dd>pays now, and is declined at every renewal</dd></div>
</dl></details>`;

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
