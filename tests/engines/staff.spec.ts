import { expect } from "@playwright/test";
import { AREAS } from "../../src/features/staff/frame/areas.ts";
import { professionalPayload } from "../commerce/shop.ts";
import { goBackstage } from "../e2e/support/backstage.ts";
import { createStaff } from "../e2e/support/staff.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { type Driver, LAPTOP, PHONE } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { expectAddress, expectInPage, expectText, fill, press, signIn } from "./steps.ts";
import { button, field, literally } from "./target.ts";

const BUYERS = ["first", "second"];

for (const engine of INSTALLED) {
  test(`${engine}: staff sign in with a code, open every area of the console, and walk through the orders with the keyboard`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const email = `staff.${engine.toLowerCase()}@example.org`;
    const buyerOf = (name: string) => `${name}.${engine.toLowerCase()}@example.org`;
    const { supabaseUrl } = await academy.config();
    for (const name of BUYERS) {
      const reply = await fetch(`${supabaseUrl}/functions/v1/create-guest-checkout`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(professionalPayload(buyerOf(name))),
      });
      await payOnHostedPage(String((await reply.json()).url));
    }
    const device = await openDevice(engine);
    await device.resize(LAPTOP);

    await test.step("signs in with a code from the app", async () => {
      const { password, code } = await createStaff(await goBackstage(academy), email);
      await device.goto(`${academy.url}/auth`);
      await signIn(device, email, password);
      await expectText(device, "Enter the code from your app");
      await fill(device, field("Code"), code());
      await press(device, button("Continue"));
      await expectAddress(device, /^\/staff$/);
    });

    await test.step("opens every area, at a laptop's and a phone's width", async () => {
      for (const { path, label } of AREAS) {
        await device.resize(LAPTOP);
        await device.goto(`${academy.url}/staff/${path}`);
        await expectHeading(device, label);
        await expectLoaded(device);
        await device.resize(PHONE);
        await expectFits(device, label);
      }
    });

    await test.step("searches, walks and opens an order with the keyboard alone", async () => {
      await device.resize(LAPTOP);
      await device.goto(`${academy.url}/staff/orders`);
      await expectText(device, buyerOf("first"));
      await device.pressKey("/");
      await expectFocus(device, "INPUT");
      await fill(device, field(/or an id$/), "second.");
      await expectAddress(device, /q=second/);
      await expectInPage(
        device,
        "only the order that was searched for is listed",
        (other) => !document.querySelector("main")?.textContent?.includes(other),
        buyerOf("first"),
      );
      await device.pressKey("ArrowDown");
      await expectFocus(device, "A");
      await device.pressKey("ArrowUp");
      await expectFocus(device, "INPUT");
      await device.pressKey("ArrowDown");
      await expectFocus(device, "A");
      await device.pressKey("Enter");
      await expectAddress(device, /^\/staff\/orders\/[0-9a-f-]{36}/);
      await expectHeading(device, "Ama Tester");
      await expectText(device, buyerOf("second"));
    });

    expect(device.complaints).toEqual([]);
  });
}

function expectHeading(device: Driver, text: string): Promise<void> {
  return expectInPage(
    device,
    `the heading is ${text}`,
    (pattern) => new RegExp(pattern).test(document.querySelector("h1")?.textContent ?? ""),
    `^${literally(text)}`,
  );
}

/** A heading or a table below the title comes from the server's reply. */
function expectLoaded(device: Driver): Promise<void> {
  return expectInPage(
    device,
    "the area has loaded",
    () => document.querySelector("main h2, main table") !== null,
  );
}

function expectFits(device: Driver, label: string): Promise<void> {
  return expectInPage(
    device,
    `${label} does not scroll sideways`,
    () => document.documentElement.scrollWidth <= window.innerWidth,
  );
}

function expectFocus(device: Driver, tag: "A" | "INPUT"): Promise<void> {
  return expectInPage(
    device,
    `the focus is on ${tag}`,
    (name) => document.activeElement?.tagName === name,
    tag,
  );
}
