import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { paths } from "../../src/domain/paths.ts";
import { mailTo, STUDENT_ID, temporaryPasswordIn } from "../e2e/support/shop.ts";
import { keepOutOfLogs } from "../support/logWatch.ts";
import { pdf } from "../support/studentIds.ts";
import type { Driver } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import {
  chooseFile,
  expectAddress,
  expectStarted,
  expectText,
  expectWholeSite,
  fill,
  openLesson,
  PASSWORD,
  press,
  signIn,
} from "./steps.ts";
import { button, field, link } from "./target.ts";

const CARD = "4242 4242 4242 4242";

// tests/e2e/shop/slice.spec.ts buys in Chromium.
for (const engine of INSTALLED.filter((each) => each !== "Chromium")) {
  test(
    `${engine}: a guest buys the course, must choose a password before doing anything else, and can then study offline (S-009, S-030, S-034, S-122)`,
    {
      tag: "@deep",
    },
    async ({ academy, openDevice }, info) => {
      const email = `guest.${engine.toLowerCase()}@example.org`;
      const image = info.outputPath(STUDENT_ID.name);
      writeFileSync(image, STUDENT_ID.buffer);
      const scan = info.outputPath("student-id.pdf");
      writeFileSync(scan, pdf());
      const device = await openDevice(engine);

      await test.step("orders with a PDF as student ID, after choosing an image", async () => {
        await device.goto(academy.url + paths.academy());
        // Left while the worker is being installed. In a private window of WebKit, which its driver always uses, the files
        // that the worker has stored are then lost.
        await device.goto(`${academy.url}/academy/pricing/student`);
        await expectStarted(device);
        await press(device, button("Continue to Checkout"));
        await expectAddress(device, /^\/academy\/checkout\/student\?paymentType=full$/);
        await fillStudentForm(device, email, [image, scan]);
        await press(device, button("Complete Enrollment - £60.00"));
      });

      await test.step("pays on the payment provider's page", async () => {
        await expectText(device, "Test mode");
        await payByCard(device);
        await expectAddress(device, /^\/payment-success\?session_id=cs_/);
        await expectText(device, "Welcome to the academy");
      });

      await test.step("signs in with the emailed password and is redirected from every page to choose a new one", async () => {
        const mail = await mailTo(academy, email, "Your sign-in details");
        await press(device, link("Sign In Now"));
        await signIn(device, email, temporaryPasswordIn(mail));
        await expectAddress(device, /^\/auth\/new-password(\?|$)/);
        await device.goto(`${academy.url}/academy/dashboard`);
        await expectAddress(device, /^\/auth\/new-password(\?|$)/);
        keepOutOfLogs(PASSWORD);
        await fill(device, field("New password"), PASSWORD);
        await press(device, button("Save and continue"));
        await expectAddress(device, /^\/academy\/dashboard$/);
        await expectText(device, "Courses Enrolled");
      });

      await test.step("studies while the server is stopped", async () => {
        await device.goto(academy.url + paths.device());
        await expectText(device, "The whole course is on this device.");
        await expectWholeSite(device);
        await academy.stop();
        await openLesson(device, academy, "2");
        await academy.restart();
      });

      const { supabaseUrl, publishableKey } = await academy.config();
      const learner = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } });
      const { error } = await learner.auth.signInWithPassword({ email, password: PASSWORD });
      expect(error, "the new password opens the account").toBeNull();
    },
  );
}

async function fillStudentForm(device: Driver, email: string, studentIds: string[]): Promise<void> {
  await expectStarted(device);
  await fill(device, field("University"), "University of Somewhere");
  await fill(device, field("First name"), "Ada");
  await fill(device, field("Last name"), "Byron");
  await fill(device, field("Email"), email);
  for (const path of studentIds) {
    await chooseFile(device, field("Student ID"), path);
    await expectText(device, basename(path));
  }
  await press(device, { css: "input[type=checkbox]", name: "terms of service" });
  await press(device, { css: "input[type=checkbox]", name: "right to cancel" });
}

/** Pays on the simulator's page with a card that is never declined. */
async function payByCard(device: Driver): Promise<void> {
  keepOutOfLogs(CARD, CARD.replaceAll(" ", ""));
  await fill(device, field("Card number"), CARD);
  await fill(device, field("Expiry"), "12 / 34");
  await fill(device, field("CVC"), "123");
  await fill(device, field("Name on card"), "Ada Byron");
  await fill(device, field("Postcode"), "AB1 2CD");
  await press(device, button(/^(Pay |Subscribe)/));
}
