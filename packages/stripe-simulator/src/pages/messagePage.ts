import { html } from "hono/html";
import { type Html, layout, testModeNotice } from "./layout.ts";

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
