import { expect, test } from "vitest";
import { buyPlan, chargesOf, startBilling } from "./support/billing.ts";

/** The dashboard as a browser without scripts uses it: `press` finds a button by its words and sends its form. */
function openDashboard(url: string) {
  const read = async () => await (await fetch(url)).text();
  const press = async (label: string) => {
    for (const [, action = "", content = ""] of (await read()).matchAll(
      /<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs,
    )) {
      const button = content.match(new RegExp(`value="([^"]*)"[^>]*>${label}<`));
      if (!button) continue;
      const body = new URLSearchParams({ body: (button[1] ?? "").replaceAll("&quot;", '"') });
      const reply = await fetch(new URL(action, url), { method: "POST", body, redirect: "manual" });
      return { status: reply.status, text: await reply.text() };
    }
    throw new Error(`There is no button ${label}`);
  };
  return { read, press };
}

test("every button of the dashboard does what its words say and leads back to the dashboard", async () => {
  const { stripe, url } = await startBilling();
  const dashboard = openDashboard(url);
  await buyPlan(stripe);
  const presses: [string, string | RegExp][] = [
    ["Let renewals fail", "Let renewals succeed"],
    ["Let renewals succeed", "Let renewals fail"],
    ["left past due", /aria-pressed="true">left past due/],
    ["Advance one month", "2027-02-15 11:00:00"],
    ["Advance one day", "2027-02-16 12:00:00"],
    ["Dispute as fraudulent", "Close as won"],
    ["Close as won", "disputed"],
    ["Refund £21.60", "£21.60 refunded"],
    ["Send each event twice", /aria-pressed="true">Send each event twice/],
    ["Delay by 30 seconds", /aria-pressed="true">Delay by 30 seconds/],
    ["Lose the next event", /aria-pressed="true">Lose the next event/],
    ["Drop", "New events are lost in transit."],
    ["Hold", "Events are held until delivery resumes."],
    ["Send held events, oldest first", "Events are held until delivery resumes."],
    ["Deliver", "Events are sent as they happen."],
    ["Send again", "Events are sent as they happen."],
  ];
  for (const [label, shown] of presses) {
    expect([label, await dashboard.press(label)]).toMatchObject([label, { status: 303 }]);
    expect(await dashboard.read(), label).toMatch(shown);
  }
  expect(await chargesOf(stripe)).toHaveLength(2);
  expect(await (await fetch(`${url}/_sim/webhooks`)).json()).toMatchObject({ copies: 2, delay_ms: 30_000 });
});

test("a button that cannot be carried out shows why", async () => {
  const { stripe, url } = await startBilling();
  await buyPlan(stripe);
  const page = await (await fetch(url)).text();
  const [, action = ""] = /action="([^"]*\/refund)"/.exec(page) ?? [];
  const press = () =>
    fetch(new URL(action, url), {
      method: "POST",
      body: new URLSearchParams({ body: "{}" }),
      redirect: "manual",
    });
  expect((await press()).status).toBe(303);
  const again = await press();
  expect([again.status, (await again.text()).includes("has already been refunded")]).toEqual([400, true]);
});
