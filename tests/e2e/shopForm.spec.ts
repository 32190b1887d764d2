import { expect, type Page } from "@playwright/test";
import { exif, JPEGS, pdf, streamObject, withSegment } from "../support/studentIds.ts";
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
    buffer: pdf({ pages: 500 }),
  });
  await expect(chosen).toContainText("Only the first 3 of its 500 pages will be sent.");
  await expect(chosen.locator("img")).toBeVisible();
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

test("a student ID photo of any type is uploaded as an upright JPEG without its location (S-038, S-066)", {
  tag: "@deep",
}, async ({ page }) => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  await page.goto("/academy/checkout/student");
  await fillForm(page, "student", "photo@example.org");
  for (const [name, buffer, width, height] of [
    ["photo.jpg", withSegment(JPEGS.baseline, 0xe1, exif(6, "GPS 51.5007 N")), 16, 24],
    ["transparent.png", STUDENT_ID.buffer, 1, 1],
    ["scan.gif", gif, 1, 1],
  ] as const) {
    await studentId(page).setInputFiles({ name, mimeType: "image/x-any", buffer });
    await expect(page.getByText(name)).toBeVisible();
    const image = await uploadedImage(page);
    expect(image).toMatchObject({ width, height });
    if (name === "transparent.png") expect(image.dark).toBe(0);
    expect(image.bytes.toString("latin1")).not.toMatch(/GPS|Exif|GIF8/);
  }
  await submitButton(page, "student", "£60.00").click();
  await expectPaymentPage(page, "£60.00");
});

/** The JPEG that is uploaded when the form is sent, its size, and the share of its pixels that are dark. */
async function uploadedImage(page: Page) {
  const sent = page.waitForRequest(UPLOAD);
  await page.route(UPLOAD, (route) => route.abort());
  await submitButton(page, "student", "£60.00").click();
  const bytes = (await sent).postDataBuffer() ?? Buffer.alloc(0);
  await expect(submitButton(page, "student", "£60.00")).toBeEnabled();
  await page.unroute(UPLOAD);
  expect(bytes.subarray(0, 2).toString("hex")).toBe("ffd8");
  const seen = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))]),
    );
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
    return { width: image.width, height: image.height, dark: dark / (image.width * image.height) };
  }, bytes.toString("base64"));
  return { bytes, ...seen };
}

/** An image that fills a page of 300 × 200 points. */
const pdfWithImage = (dict: string, data: Buffer) =>
  pdf({
    content: "300 0 0 200 0 0 cm /I Do",
    resources: "/XObject<</I 4 0 R>>",
    objects: [streamObject(`/Type/XObject/Subtype/Image/BitsPerComponent ${dict}`, data)],
  });
const GREY_JPEG = "8/Width 9/Height 9/ColorSpace/DeviceGray/Filter/DCTDecode";
/** Eight black rows as a scanner codes them (ITU-T T.6): one of a black run of 8, seven like the one above. */
const FAX_BITS = `001 00110101 000101 ${"11".repeat(7)} ${"000000000001".repeat(2)} 0000`.replaceAll(" ", "");
const FAX = Buffer.from(FAX_BITS.match(/.{8}/g)?.map((bits) => Number.parseInt(bits, 2)) ?? []);
const FAX_DICT =
  "1/Width 8/Height 8/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>";
/** A password that is not empty, for the standard handler of the PDF Reference 1.7, 3.5.2. */
const LOCKED = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"11".repeat(32)}>/U<${"22".repeat(32)}>>>`;

const choosePdf = (page: Page, buffer: Buffer) =>
  studentId(page).setInputFiles({ name: "id.pdf", mimeType: "application/pdf", buffer });

test("a PDF as student ID is drawn by the browser and uploaded as a JPEG of its first pages (S-038, S-066)", async ({
  page,
}) => {
  await page.goto("/academy/checkout/student");
  await fillForm(page, "student", "scan@example.org");
  for (const [what, buffer, size, [least, most]] of [
    ["text in a font of the device", pdf(), [2323, 1549], [0.01, 0.1]],
    ["a photo", pdfWithImage(GREY_JPEG, JPEGS.grey), [2323, 1549], [0.9, 1]],
    ["a fax", pdfWithImage(FAX_DICT, FAX), [2323, 1549], [0.9, 1]],
    ["two pages", pdf({ pages: 2 }), [2323, 3098], [0.01, 0.1]],
    [
      "a page of five metres",
      pdf({ box: "0 0 14400 14400", content: "0 0 9999 9999 re f" }),
      [1897, 1897],
      [0.4, 0.6],
    ],
  ] as const) {
    await choosePdf(page, buffer);
    await expect(page.getByText("id.pdf")).toBeVisible();
    const image = await uploadedImage(page);
    expect([what, image.width, image.height]).toEqual([what, ...size]);
    expect(image.dark, what).toBeGreaterThan(least);
    expect(image.dark, what).toBeLessThanOrEqual(most);
  }
  await submitButton(page, "student", "£60.00").click();
  await expectPaymentPage(page, "£60.00");
});

test("a PDF that cannot be used as student ID is refused with the reason (S-038, S-066)", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/academy/checkout/student");
  await page.route(/kept-pdf-worker/, (route) => route.abort());
  await choosePdf(page, pdf());
  await expect(page.getByRole("alert").filter({ hasText: "We could not load what is needed" })).toBeVisible();
  await page.unroute(/kept-pdf-worker/);
  for (const [buffer, fault] of [
    [pdf({ trailer: LOCKED }), "This PDF has a password"],
    [Buffer.from("%PDF-1.7\n and the rest"), "We could not read this PDF"],
    [pdf({ pages: 0 }), "We could not read this PDF"],
    [pdf({ content: "" }), "We cannot see anything on the pages of this PDF"],
    [pdfWithImage(GREY_JPEG, Buffer.from("no image")), "We cannot see anything on the pages of this PDF"],
  ] as const) {
    await choosePdf(page, pdf());
    await expect(page.getByText("id.pdf")).toBeVisible();
    await choosePdf(page, buffer);
    await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
    await expect(submitButton(page, "student", "£60.00")).toBeDisabled();
  }
});

/** A picture whose JPEG is still several megabytes. */
async function noise(page: Page) {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800);
    const context = canvas.getContext("2d");
    const image = context?.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < (image?.data.length ?? 0); at += 65_536)
      crypto.getRandomValues(image?.data.subarray(at, at + 65_536) ?? new Uint8Array());
    if (image) context?.putImageData(image, 0, 0);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 })).arrayBuffer(),
    );
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return { name: "noise.jpg", mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}

test("a student on a slow connection sees upload progress, and loses nothing when the connection is lost (S-035, S-038, S-062)", {
  tag: "@deep",
}, async ({ page }) => {
  await page.goto("/academy/checkout/student");
  await fillForm(page, "student", "slow@example.org");
  await studentId(page).setInputFiles(await noise(page));
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
