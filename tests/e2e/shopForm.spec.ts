import { expect, type Page } from "@playwright/test";
import { exif, JPEGS, pdf, withSegment } from "../support/studentIds.ts";
import { expectAccessible } from "./support/accessible.ts";
import { waitForWorker } from "./support/page.ts";
import {
  expectPaymentPage,
  fillForm,
  finishForm,
  payByCard,
  STUDENT_ID,
  submitButton,
  summaryOf,
} from "./support/shop.ts";
import { test } from "./support/shopTest.ts";

const UPLOAD = "**/functions/v1/upload-student-id";
const MEGABYTE = 1024 * 1024;

const backToForm = (page: Page) => page.getByRole("link", { name: /Back to/ }).first();
const studentId = (page: Page) => page.getByLabel("Student ID");

/** A file of the given size that begins like a picture. */
const picture = (bytes: number) => ({
  ...STUDENT_ID,
  buffer: Buffer.concat([STUDENT_ID.buffer, Buffer.alloc(bytes - STUDENT_ID.buffer.length)]),
});

test("the NGO checkout form shows only the first validation error at a time (S-036, S-067, S-113)", {
  tag: "@deep",
}, async ({ page }) => {
  const note = page.getByText("Your login credentials will be emailed after payment");
  const submit = submitButton(page, "ngo", "£600.00");
  const expectFault = async (label: string, message: string) => {
    await submit.click();
    await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
  };
  await page.goto("/academy/checkout/ngo");
  await expect(note).toBeVisible();
  await expectFault("Organisation name", "Organisation name is required");
  await expectAccessible(page, [320]);
  await page.getByLabel("Organisation name").fill("Water for Everybody");
  await expectFault("First name", "First name is required");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("   ");
  await expectFault("Last name", "Last name is required");
  await page.getByLabel("Last name").fill("Byron");
  await expectFault("Email", "Invalid email");
  await page.getByLabel("Email").fill("ada@");
  await expect(note).toBeHidden();
  await expectFault("Email", "Invalid email");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Phone").fill("0".repeat(21));
  await expectFault("Phone", "Phone must be at most 20 characters");
  await page.getByLabel("Phone").fill("");
  await submit.click();
  await expect(page.getByRole("alert").filter({ hasText: "Please accept the terms" })).toBeVisible();
  await expect(page).toHaveURL("/academy/checkout/ngo");
});

test("the professional and student checkout forms first check the company and the university (S-066, S-068)", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/academy/checkout/professional");
  await submitButton(page, "professional", "£1,020.00").click();
  await expect(page.getByRole("alert")).toContainText("Company name is required");
  await page.goto("/academy/checkout/student");
  await expect(submitButton(page, "student", "£60.00")).toBeDisabled();
  await studentId(page).setInputFiles(STUDENT_ID);
  await submitButton(page, "student", "£60.00").click();
  await expect(page.getByRole("alert")).toContainText("University is required");
  await expectAccessible(page, [320]);
});

test("a student sees the chosen ID file, and an unsuitable file is rejected with a message and not kept (S-038, S-066, S-098)", {
  tag: "@deep",
}, async ({ page }) => {
  const chosen = page.getByRole("status").filter({ hasText: /chosen|\bMB\b/ });
  const submit = submitButton(page, "student", "£60.00");
  await page.goto("/academy/checkout/student");
  await expect(page.getByText("MAX. 5MB")).toBeVisible();
  await expect(chosen).toHaveText("No file chosen");

  await studentId(page).setInputFiles(STUDENT_ID);
  await expect(chosen).toHaveText("student-id.png0.1 MB");
  await expect
    .poll(() => chosen.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await expect(submit).toBeEnabled();
  await studentId(page).setInputFiles({
    name: "a scan with a name that is far too long for the narrow place it is shown in.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n"),
  });
  await expect(chosen.locator("img")).toBeHidden();
  await expect(chosen.locator("svg")).toBeVisible();
  await expectAccessible(page, [320]);

  for (const [file, message] of [
    [picture(5 * MEGABYTE), "File size must be less than 5MB"],
    [
      { name: "id.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") },
      "Please choose an image or a PDF of your student ID",
    ],
  ] as const) {
    await studentId(page).setInputFiles(STUDENT_ID);
    await expect(submit).toBeEnabled();
    await studentId(page).setInputFiles(file);
    await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
    await expect(chosen).toHaveText("No file chosen");
    await expect(submit).toBeDisabled();
  }
});

test("a student ID photo of any type is uploaded as a JPEG without its location (S-038, S-066)", {
  tag: "@deep",
}, async ({ page }) => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const photo = withSegment(JPEGS.baseline, 0xe1, exif(1, "GPS 51.5007 N"));
  await page.goto("/academy/checkout/student");
  await fillForm(page, "student", "photo@example.org");
  for (const [name, buffer] of [
    ["photo.jpg", photo],
    ["scan.gif", gif],
  ] as const) {
    await studentId(page).setInputFiles({ name, mimeType: "image/x-any", buffer });
    await expect(page.getByText(name)).toBeVisible();
    const sent = page.waitForRequest(UPLOAD);
    await page.route(UPLOAD, (route) => route.abort());
    await submitButton(page, "student", "£60.00").click();
    const body = (await sent).postDataBuffer()?.toString("latin1") ?? "";
    expect(body).toContain("\xff\xd8\xff");
    expect(body).not.toMatch(/GPS|Exif|GIF8/);
    await expect(submitButton(page, "student", "£60.00")).toBeEnabled();
  }
  await page.unroute(UPLOAD);
  await submitButton(page, "student", "£60.00").click();
  await expectPaymentPage(page, "£60.00");
});

test("a student on a slow connection sees upload progress, and loses nothing when the connection is lost (S-035, S-038, S-062)", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/academy/checkout/student");
  await fillForm(page, "student", "slow@example.org");
  // A PDF, because a picture would be converted before the upload.
  const large = pdf({ objects: [`(${"x".repeat(3 * MEGABYTE)})`] });
  await studentId(page).setInputFiles({ name: "id.pdf", mimeType: "application/pdf", buffer: large });
  await page.route(UPLOAD, (route) => route.abort());
  await submitButton(page, "student", "£60.00").click();
  const alert = page.getByRole("alert").filter({ hasText: "An error occurred during checkout" });
  await expect(alert).toContainText("Nothing was charged, and everything you typed is still here.");
  await expect(page.getByLabel("University")).toHaveValue("University of Somewhere");
  await expect(submitButton(page, "student", "£60.00")).toBeEnabled();
  await page.unroute(UPLOAD);

  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2 * MEGABYTE,
  });
  await submitButton(page, "student", "£60.00").click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(page.getByText(/^Sending your student ID: [1-9]\d?%/)).toBeVisible();
  await expectPaymentPage(page, "£60.00");
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a checkout page opened offline says that it needs a connection, keeps the form and can be submitted once online (S-119)", {
    tag: "@deep",
  }, async ({ page, context }) => {
    await page.goto("/academy/checkout/ngo?paymentType=installment");
    await fillForm(page, "ngo", "train@example.org");
    await waitForWorker(page);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You need a connection to enrol")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("train@example.org");
    await expect(page.getByLabel("Organisation name")).toHaveValue("Water for Everybody");
    await finishForm(page, "ngo");
    const submit = submitButton(page, "ngo", "£210.00");
    await expectAccessible(page, [320]);
    await submit.click();
    await expect(page.getByText(/^There is no connection\. Nothing was charged/)).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText("You need a connection to enrol")).toBeHidden();
    await submit.click();
    await expectPaymentPage(page, "£210.00");
  });
});

test("a buyer who leaves the payment page by its link or with Back finds the form still filled in (S-062)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const code = await backstage.makeCode({ percent_off: 50 });
  const expectForm = async () => {
    await expect(page).toHaveURL("/academy/checkout/student?paymentType=installment");
    await expect(page.getByLabel("University")).toHaveValue("University of Somewhere");
    await expect(page.getByLabel("Email")).toHaveValue("undecided@example.org");
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
    await expect(page.getByText("Discount applied! Saving £9.00")).toBeVisible();
    await expect(summaryOf(page)).toContainText("Monthly Total£10.80");
  };
  await page.goto("/academy/checkout/student?paymentType=installment");
  await fillForm(page, "student", "undecided@example.org");
  await page.getByLabel("Country").fill("Ghana");
  await page.getByLabel("Discount code").fill(code.text);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await submitButton(page, "student", "£10.80").click();
  await expectPaymentPage(page, "£10.80");
  await backToForm(page).click();
  await expectForm();
  await expect(page.getByText("please choose it again")).toBeVisible();

  await finishForm(page, "student");
  await submitButton(page, "student", "£10.80").click();
  await expectPaymentPage(page, "£10.80");
  await page.goBack();
  await expectForm();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeHidden();
});

test("a payment succeeds after a declined card and a failed bank authentication (S-039, S-073)", {
  tag: "@deep",
}, async ({ page, academy, backstage }) => {
  const email = "second.try@example.org";
  await page.goto("/academy/checkout/professional");
  await fillForm(page, "professional", email);
  await submitButton(page, "professional", "£1,020.00").click();
  await payByCard(page, "4000 0000 0000 0002");
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  expect((await academy.mails()).filter(({ to }) => to === email)).toEqual([]);

  await payByCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: /fail/i }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect((await backstage.database.from("orders").select("status").eq("email", email)).data).toEqual([
    { status: "open" },
  ]);
  await payByCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: /complete/i }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
  await expect(page.getByText("We have received your payment of £1,020.00")).toBeVisible();
  expect((await backstage.database.from("orders").select("status").eq("email", email)).data).toEqual([
    { status: "paid" },
  ]);
});

test("the generic checkout accepts no card details and carries the typed details to the student form (S-026, S-104)", async ({
  page,
}) => {
  await page.goto("/academy/checkout");
  await expect(page.getByText("12 comprehensive modules")).toBeVisible();
  await expect(summaryOf(page)).toContainText("Subtotal£50.00");
  await expect(summaryOf(page)).toContainText("VAT (20%)£10.00");
  await expect(summaryOf(page)).toContainText("Total£60.00");
  await expect(
    page.getByText("You enter your card details on our payment provider's secure page"),
  ).toBeVisible();
  for (const label of ["Card number", "Expiry (MM/YY)", "CVC"])
    await expect(page.getByLabel(label)).toBeDisabled();
  await expect(page.getByRole("link", { name: "Change Course" })).toHaveAttribute("href", "/academy/courses");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill("general@example.org");
  await page.getByLabel("Country").fill("Ghana");
  await page.getByRole("button", { name: "Complete Purchase - £60.00" }).click();

  await expect(page).toHaveURL("/academy/checkout/student?paymentType=full");
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(page.getByLabel("Last name")).toHaveValue("Byron");
  await expect(page.getByLabel("Email")).toHaveValue("general@example.org");
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
});

test("the student enrolment form reads the payment plan from its address and leads to the matching payment (S-033, S-043)", {
  tag: "@deep",
}, async ({ page }) => {
  for (const query of ["", "?paymentType=yearly", "?paymentType=full"]) {
    await page.goto(`/academy/enroll/student${query}`);
    await expect(summaryOf(page)).toContainText("Total£60.00");
  }
  await expect(page.getByRole("link", { name: "Change Payment Plan" })).toHaveAttribute(
    "href",
    "/academy/pricing/student",
  );
  await page.goto("/academy/enroll/student?paymentType=installment");
  await expect(summaryOf(page)).toContainText("Monthly Total£21.60");
  await fillForm(page, "student", "enrolment@example.org");
  await submitButton(page, "student", "£21.60").click();
  await expectPaymentPage(page, "£21.60");
});
