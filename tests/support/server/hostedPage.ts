const CARD: Record<string, string> = {
  "cc-number": "4242 4242 4242 4242",
  "cc-exp": "12 / 40",
  "cc-csc": "123",
  "cc-name": "Test Buyer",
  "postal-code": "N1 9GU",
  "address-line1": "1 Example Street",
  "address-level2": "London",
  organization: "Example Ltd",
};

/**
 * Pays on the hosted page as a browser without scripts would: reads the form, fills in its fields by their
 * autocomplete purposes and posts it. `typed` has values by purpose, or by the name of a field. Returns the address to
 * which the buyer is redirected.
 */
export async function payOnHostedPage(pageUrl: string, typed: Partial<typeof CARD> = {}): Promise<string> {
  const page = await fetch(pageUrl);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the payment page answered ${page.status}: ${html}`);
  const form = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (!name) continue;
    const purpose = attribute(tag, "autocomplete")?.split(" ").at(-1) ?? "";
    if (attribute(tag, "type") === "checkbox") continue;
    form.set(name, typed[name] ?? typed[purpose] ?? CARD[purpose] ?? attribute(tag, "value") ?? "");
  }
  // Boxes are not ticked and lists are as they come, unless a test says otherwise.
  for (const name of ["isBusiness", "billingCountry"]) {
    const value = typed[name] ?? (name === "billingCountry" ? "GB" : undefined);
    if (value !== undefined && html.includes(`name="${name}"`)) form.set(name, value);
  }
  const action = /<form\b[^>]*action="([^"]*)"/.exec(html)?.[1] ?? pageUrl;
  const reply = await fetch(new URL(action.replaceAll("&amp;", "&"), pageUrl), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  if (reply.status !== 303) throw new Error(`the payment answered ${reply.status}: ${await reply.text()}`);
  return reply.headers.get("location") ?? "";
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}
