import { html } from "hono/html";
import type { CheckoutSession } from "../objects/session.ts";
import { type Html, layout, testModeNotice } from "./layout.ts";
import { formatMoney } from "./money.ts";

/** Stands for the page of the buyer's bank. */
export function authenticatePage(session: CheckoutSession, siteName: string, last4: string): Html {
  const total = formatMoney(session.amount_total, session.currency);
  return layout(
    "Authenticate your payment",
    "narrow",
    html`<main class="panel">
${testModeNotice}
<h1>Authenticate your payment</h1>
<p>Your bank asks you to confirm ${total} to ${siteName} with the card ending in ${last4}.</p>
<form method="post" action="/pay/${session.id}/authenticate" class="choices">
<button type="submit" name="result" value="complete" class="primary">Complete authentication</button>
<button type="submit" name="result" value="fail" class="secondary">Fail</button>
</form>
</main>`,
  );
}
