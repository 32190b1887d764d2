import { html } from "hono/html";
import type { FormView } from "./checkout/payForm.ts";
import type { Html } from "./layout.ts";

/** The number and the security code are never sent back. `asksPostcode` is false where the page asks for an address. */
export function cardFields({ typed }: FormView, asksPostcode = true): Html {
  return html`<fieldset><legend>Card</legend>
${field({ name: "cardNumber", label: "Card number", autocomplete: "cc-number", value: "", inputmode: "numeric" })}
${field({ name: "cardExpiry", label: "Expiry", autocomplete: "cc-exp", value: typed.cardExpiry, inputmode: "numeric" })}
${field({ name: "cardCvc", label: "CVC", autocomplete: "cc-csc", value: "", inputmode: "numeric" })}
${field({ name: "billingName", label: "Name on card", autocomplete: "cc-name", value: typed.billingName })}
${asksPostcode ? field({ name: "billingPostalCode", label: "Postcode", autocomplete: "postal-code", value: typed.billingPostalCode }) : ""}
</fieldset>`;
}

export function failureAlert({ failure }: Pick<FormView, "failure">): Html | string {
  return failure === null ? "" : html`<div class="alert" role="alert"><p>${failure}</p></div>`;
}

export const testCardsHelp: Html = html`<details><summary>Test card numbers</summary>
<p>Any future expiry, any CVC, any postcode.</p>
<dl>
<div><dt>4242 4242 4242 4242</dt><dd>pays</dd></div>
<div><dt>4000 0025 0000 3155</dt><dd>asks for authentication</dd></div>
<div><dt>4000 0000 0000 0002</dt><dd>is declined</dd></div>
<div><dt>4000 0000 0000 9995</dt><dd>has insufficient funds</dd></div>
<div><dt>4000 0000 0000 7726</dt><dd>pays now, and is declined at every renewal</dd></div>
</dl></details>`;

type Field = {
  name: string;
  label: string;
  autocomplete: string;
  value: string;
  type?: "text" | "email";
  inputmode?: "numeric" | "email" | "text";
  readonly?: boolean;
  required?: boolean;
};

export function field({ name, label, autocomplete, value, ...rest }: Field): Html {
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${rest.type ?? "text"}" inputmode="${rest.inputmode ?? "text"}" autocomplete="${autocomplete}" value="${value}" maxlength="512"${rest.required === false ? "" : html` required`}${rest.readonly ? html` readonly` : ""}>`;
}
