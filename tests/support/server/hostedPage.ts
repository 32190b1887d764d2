const CARD: Record<string, string> = {
  "cc-number": "4242 4242 4242 4242",
  "cc-exp": "12 / 40",
  "cc-csc": "123",
  "cc-name": "Test Buyer",
  "postal-code": "N1 9GU",
};

/**
 * Pays on the hosted page as a browser without scripts would: reads the form, fills in its fields by their
 * autocomplete purposes and posts it. Returns the address to which the buyer is redirected.
 */
export async function payOnHostedPage(pageUrl: string, card: Partial<typeof CARD> = {}): Promise<string> {
  const page = await fetch(pageUrl);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the payment page answered ${page.status}: ${html}`);
  const form = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (!name) continue;
    const purpose = attribute(tag, "autocomplete")?.split(" ").at(-1) ?? "";
    form.set(name, card[purpose] ?? CARD[purpose] ?? attribute(tag, "value") ?? "");
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
