import { expect, type Page } from "@playwright/test";
import { exif, JPEGS, pdf, streamObject, withSegment } from "../../support/studentIds.ts";
import {
  expectPaymentPage,
  fillForm,
  finishForm,
  payByCard,
  STUDENT_ID,
  submitButton,
  summaryOf,
} from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const UPLOAD = "**/functions/v1/upload-student-id";
const MEGABYTE = 1024 * 1024;

const backToForm = (page: Page) => page.getByRole("link", { name: /Back to/ }).first();
const studentId = (page: Page) => page.getByLabel("Student ID");

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

test("a message on the checkout covers the total nowhere on the page, on phones and laptops (S-153)", async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1440, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/academy/checkout/ngo?paymentType=installment");
    await submitButton(page, "ngo").click();
    await expect(page.getByRole("alert").getByText("Organisation name is required")).toBeVisible();
    const bottom = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (let top = 0; top <= bottom; top += 150) {
      await page.evaluate((y) => scrollTo(0, y), top);
      await expect
        .poll(() => page.evaluate(amountsUnderMessages), { message: `${width} px at ${top}` })
        .toEqual([]);
    }
  }
});

/** Runs in the page. The totals that a message covers. */
function amountsUnderMessages(): string[] {
  const messages = [...document.querySelectorAll(".toasts li")].map((each) => each.getBoundingClientRect());
  return [...document.querySelectorAll("main p, main dt, main dd, main button[type=submit]")]
    .filter((each) => /^(Monthly Total.*|£210\.00|Proceed to Payment.*)$/.test(each.textContent ?? ""))
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return messages.some(
        ({ top, bottom, left, right }) =>
          box.bottom > top && box.top < bottom && box.right > left && box.left < right,
      );
    })
    .map((each) => `${each.textContent}`);
}
