import { html } from "hono/html";
import { type Html, layout, testModeNotice } from "./layout.ts";
import { formatMoney } from "./money.ts";

/** A page with a single message and at most one link. */
export function messagePage(heading: string, text: string, link?: { href: string; label: string }): Html {
  return layout(
    heading,
    "narrow",
    html`<main class="panel message">
${testModeNotice}
<h1>${heading}</h1>
<p>${text}</p>
${link ? html`<p><a href="${link.href}">${link.label}</a></p>` : ""}
</main>`,
  );
}

/** The payment to authenticate; `action` is the URL that receives the buyer's choice. */
type Asked = { amount: number; currency: string; last4: string; action: string };

/** Represents the page of the buyer's bank. */
export function authenticatePage({ amount, currency, last4, action }: Asked, siteName: string): Html {
  const total = formatMoney(amount, currency);
  return layout(
    "Authenticate your payment",
    "narrow",
    html`<main class="panel">
${testModeNotice}
<h1>Authenticate your payment</h1>
<p>Your bank asks you to confirm ${total} to ${siteName} with the card ending in ${last4}.</p>
<form method="post" action="${action}">
<button type="submit" name="result" value="complete">Complete authentication</button>
<button type="submit" name="result" value="fail">Fail</button>
</form>
</main>`,
  );
}
