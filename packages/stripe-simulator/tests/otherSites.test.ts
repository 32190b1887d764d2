import { expect, test } from "vitest";
import { CARD, makeSession, SECRET_KEY, startSimulator } from "./support/simulator.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

test.each([
  ["its Origin header", { origin: "https://evil.example" }],
  ["its Sec-Fetch-Site header", { "sec-fetch-site": "cross-site" }],
  ["its port on this machine", { origin: "http://127.0.0.1:9", "sec-fetch-site": "same-site" }],
])("a form posted by another site, recognised by %s, is rejected and pays nothing", async (_, headers) => {
  const { stripe, url } = await startSimulator();
  const session = await makeSession(stripe);
  for (const path of [`/pay/${session.id}`, "/_sim/charges/ch_1/refund", "/_sim/advance"]) {
    const reply = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { ...FORM, ...headers },
      body: new URLSearchParams(CARD),
    });
    expect([path, reply.status, await reply.text()]).toEqual([path, 403, "Only from this machine"]);
  }
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("unpaid");
});

test("a link from another site opens a payment page, whose form works, and the API needs only a key", async () => {
  const { stripe, url } = await startSimulator();
  const { id } = await makeSession(stripe);
  const page = await fetch(`${url}/pay/${id}`, { headers: { "sec-fetch-site": "cross-site" } });
  expect(page.status).toBe(200);
  const api = await fetch(`${url}/v1/checkout/sessions/${id}`, {
    headers: { authorization: `Bearer ${SECRET_KEY}`, origin: "https://elsewhere.example" },
  });
  expect(api.status).toBe(200);
  const own = await fetch(`${url}/pay/${id}`, {
    method: "POST",
    headers: { ...FORM, origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({}),
  });
  expect(own.status).toBe(422);
});
