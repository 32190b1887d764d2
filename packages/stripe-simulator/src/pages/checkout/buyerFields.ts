import { html } from "hono/html";
import type { CheckoutSession } from "../../checkout/objects.ts";
import { field } from "../cardFields.ts";
import type { Html } from "../layout.ts";
import { asksForAddress, asksForCard, CUSTOM, countries, type FormView } from "./payForm.ts";

/** The questions besides email and card: name, billing address, business, and the site's own fields. */
export function buyerFields(session: CheckoutSession, { typed }: FormView): Html {
  const { business } = session.name_collection;
  const text = (name: string, label: string, autocomplete: string, required = true) =>
    field({
      name,
      label: required ? label : `${label} (optional)`,
      autocomplete,
      value: typed[name] ?? "",
      required,
    });
  return html`${asksForAddress(session) ? addressFields(session, typed.billingCountry || "GB", text) : ""}
${session.tax_id_collection.enabled ? businessFields(session, typed.isBusiness !== "", text) : ""}
${business.enabled && !session.tax_id_collection.enabled ? text("businessName", "Business name", "organization", !business.optional) : ""}
${
  session.custom_fields.length > 0
    ? html`<fieldset><legend>Your order</legend>${session.custom_fields.map(({ key, label, optional }) => {
        const value = typed[CUSTOM + key] ?? "";
        return field({
          name: CUSTOM + key,
          label: `${label.custom}${optional ? " (optional)" : ""}`,
          autocomplete: "off",
          value,
          required: !optional,
        });
      })}</fieldset>`
    : ""
}`;
}

type Text = (name: string, label: string, autocomplete: string, required?: boolean) => Html;

function addressFields(session: CheckoutSession, country: string, text: Text): Html {
  return html`<fieldset><legend>Billing address</legend>
${asksForCard(session) ? "" : text("billingName", "Full name", "name")}
<label for="billingCountry">Country or region</label>
<select id="billingCountry" name="billingCountry" autocomplete="country">${[...countries].map(
    ([code, name]) =>
      html`<option value="${code}"${code === country ? html` selected` : ""}>${name}</option>`,
  )}</select>
${text("billingAddressLine1", "Address line 1", "address-line1")}
${text("billingAddressLine2", "Address line 2", "address-line2", false)}
${text("billingLocality", "Town or city", "address-level2")}
${text("billingAdministrativeArea", "County or state", "address-level1", false)}
${text("billingPostalCode", "Postcode", "postal-code", false)}
</fieldset>`;
}

/** Stripe shows these fields after the box is ticked; here they are always shown and read only if it is. */
function businessFields(session: CheckoutSession, ticked: boolean, text: Text): Html {
  const { business } = session.name_collection;
  return html`<fieldset><legend>Business</legend>
<label class="tick"><input type="checkbox" name="isBusiness" value="yes"${ticked ? html` checked` : ""}> I'm purchasing as a business</label>
${text("businessName", "Business name", "organization", business.enabled && !business.optional)}
${text("taxId", "VAT number", "off", false)}
</fieldset>`;
}
