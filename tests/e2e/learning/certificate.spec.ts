import { readFileSync } from "node:fs";
import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, type Page } from "@playwright/test";
import jsQR from "jsqr";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { goBackstage } from "../support/backstage.ts";
import { becomeFinisher, refund } from "../support/finisher.ts";
import { waitForWorker, watchForeignRequests, watchPage } from "../support/page.ts";

const NAME = "Zdzisław Ŵyn-Jones 山田太郎 مريم";
const EMAIL = "finisher@example.org";

test("a learner who finished offline connects once to receive the certificate, which another person can then verify offline (S-023, S-056)", async ({
  page,
  academy,
  browser,
  context,
}) => {
  const foreign = watchForeignRequests(context);
  const faults = watchPage(page);
  const backstage = await goBackstage(academy);
  let number = "";
  let file = "";

  const userId = await becomeFinisher(page, backstage, EMAIL);

  await test.step("has finished the course and is offline, with no certificate or PDF yet", async () => {
    await waitForWorker(page);
    await expect(page.getByText("100%").first()).toBeVisible();
    await page.reload();
    await context.setOffline(true);
    await page.goto("/academy/course/ai-fluency");
    const dialog = page.getByRole("dialog", { name: "You have completed the course" });
    await expect(dialog).toContainText("Go online to receive your certificate");
    await expect(dialog.getByRole("button", { name: "Download Certificate" })).toBeHidden();
  });

  await test.step("comes online, confirms the name and receives the certificate", async () => {
    await context.setOffline(false);
    const dialog = page.getByRole("dialog");
    const field = dialog.getByLabel("Your name");
    await expect(field).toHaveValue("Grace Hopper");
    await field.fill(` ${NAME} `);
    const certificate = dialog.getByRole("article", { name: "Certificate of completion" });
    await expect(certificate).toContainText("Quizzes passed, graded by the academy: none");
    await dialog.getByRole("button", { name: "Confirm and get certificate" }).click();
    await expect(certificate.getByText("Certificate number")).toBeVisible();
    await expect(certificate.getByText(NAME, { exact: true })).toBeVisible();
    await expect(certificate).toContainText("Quizzes passed, graded by the academy: none");
    await expect(certificate).not.toContainText(/passed(?!, graded)/i);
    const address = await certificate.getByRole("link").getAttribute("href");
    number = /^http:\/\/localhost:\d+\/verify\/([0-9a-f-]{36})$/.exec(address ?? "")?.[1] ?? "";
    expect(number).not.toBe("");
    const share = await dialog.getByRole("link", { name: "Share on LinkedIn" }).getAttribute("href");
    expect(new URL(share ?? "").searchParams.get("url")).toBe(academy.url);
    const add = await dialog.getByRole("link", { name: "Add to your profile" }).getAttribute("href");
    expect(new URL(add ?? "").searchParams.get("certUrl")).toBe(`${academy.url}/verify/${number}`);
    await expectAccessible(page, [320]);
  });

  await test.step("downloads the certificate offline, from a page opened offline", async () => {
    await untilKept(page, /kept-pdf/);
    await context.setOffline(true);
    await page.goto("/academy/certificate");
    await expect(page.getByRole("article")).toContainText(NAME);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Certificate" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("certificate-ai-fluency-in-30-days.pdf");
    file = await download.path();
    const pdf = await PDFDocument.load(readFileSync(file));
    expect(pdf.getPageCount()).toBe(1);
    expect(pdf.getTitle()).toBe(`Certificate of completion: ${NAME}`);
    expect(pdf.getSubject()).toBe(`${NAME} has completed the course AI Fluency in 30 Days`);
    expect(pdf.getKeywords()).toContain(number);
    expect(await scanCode(page, pdf)).toBe(`${academy.url}/verify/${number}`);
    const [attached] = pdf.getAttachments();
    expect(JSON.parse(new TextDecoder().decode(attached?.data))).toMatchObject({
      id: `${academy.url}/verify/${number}`,
      type: ["VerifiableCredential", "OpenBadgeCredential"],
    });
    await context.setOffline(false);
  });

  const stranger = await (await browser.newContext({ baseURL: academy.url })).newPage();
  faults.push(...watchPage(stranger));
  const answer = (name: string) => stranger.getByRole("heading", { level: 2, name });
  const choose = (chosen: string | { name: string; mimeType: string; buffer: Buffer }) =>
    stranger.getByLabel(/^Certificate file/).setInputFiles(chosen);

  await test.step("another person follows the code on the printout and sees that the certificate is valid", async () => {
    await stranger.goto(`/verify/${number}`);
    await expect(answer("This certificate is valid")).toBeVisible();
    await expect(stranger.getByText(NAME, { exact: true })).toBeVisible();
    await expect(stranger.getByText("Quizzes passed, graded by the academy: none.")).toBeVisible();
    await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expectAccessible(stranger, [320]);
  });

  const withoutScripts = async (id: string) => {
    const reply = await stranger.request.get(`/verify/${id}`);
    return { status: reply.status(), page: await reply.text() };
  };
  await test.step("the response without scripts, as link previews read it, shows the same result", async () => {
    const { status, page } = await withoutScripts(number);
    expect(status).toBe(200);
    expect(page).toMatch(/<noscript[^>]*><div[^>]*><h1>This certificate is valid<\/h1><p>Zdzisław/);
  });

  await test.step("another person checks the file offline and sees that its revocation status is unknown", async () => {
    await waitForWorker(stranger);
    await stranger.reload();
    await expect(answer("This certificate is valid")).toBeVisible();
    await untilKept(stranger, /kept-proof/);
    await untilKept(stranger, /kept-pdf/);
    await stranger.context().setOffline(true);
    await stranger.reload();
    await expect(answer("We could not check this certificate")).toBeVisible();
    await choose(file);
    await expect(answer("This certificate is valid")).toBeVisible();
    await expect(
      stranger.getByText(/we cannot say whether it has been revoked since it was issued/),
    ).toBeVisible();
  });

  await test.step("another person sees that a file with a changed name is not valid", async () => {
    const pdf = await PDFDocument.load(readFileSync(file));
    const credential = new TextDecoder().decode(pdf.getAttachments()[0]?.data);
    const forged = Buffer.from(credential.replace("Zdzisław", "Somebody"));
    await choose({ name: "certificate.json", mimeType: "application/json", buffer: forged });
    await expect(answer("This certificate is not valid")).toBeVisible();
    await expect(stranger.getByText(/it was changed after it was issued/)).toBeVisible();
  });

  await test.step("another person sees that the certificate was revoked, but not the learner's name", async () => {
    await refund(backstage, userId);
    await stranger.context().setOffline(false);
    await stranger.reload();
    await expect(stranger.getByText("It was issued and has since been revoked.")).toBeVisible();
    await expect(stranger.getByText(/Zdzisław/)).toBeHidden();
    await choose(file);
    await expect(answer("This certificate is not valid")).toHaveCount(2);
    const revoked = await withoutScripts(number);
    expect([revoked.status, revoked.page.includes("Zdzisław")]).toEqual([200, false]);
    expect(revoked.page).toContain("It was issued and has since been revoked.");
    expect((await withoutScripts("00000000-0000-4000-8000-000000000000")).status).toBe(404);
    await stranger.goto("/verify/00000000-0000-4000-8000-000000000000");
    await expect(stranger.getByText("We have no certificate with this number.")).toBeVisible();
  });

  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
});

/** Resolves when one of the files that only some users need offline is cached on this device. */
async function untilKept(page: Page, address: RegExp): Promise<void> {
  const kept = () =>
    page.evaluate(async () => (await (await caches.open("academy-kept")).keys()).map(({ url }) => url));
  await expect(async () => expect((await kept()).join(" ")).toMatch(address)).toPass();
}

/** Reads the QR code in the first picture of a PDF, as a phone would, or returns null. The page decodes the JPEG. */
async function scanCode(page: Page, pdf: PDFDocument): Promise<string | null> {
  const picture = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find(
      (object): object is PDFRawStream =>
        object instanceof PDFRawStream && object.dict.get(PDFName.of("Filter")) === PDFName.of("DCTDecode"),
    );
  if (!picture) throw new Error("the PDF contains no JPEG");
  const { width, height, pixels } = await page.evaluate(
    drawSmaller,
    Buffer.from(picture.contents).toString("base64"),
  );
  return jsQR(new Uint8ClampedArray(Buffer.from(pixels, "base64")), width, height)?.data ?? null;
}

/** Decodes at a third of the resolution, like a camera. Returns RGBA. */
async function drawSmaller(jpeg: string): Promise<{ width: number; height: number; pixels: string }> {
  const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  const width = Math.round(bitmap.width / 3);
  const height = Math.round(bitmap.height / 3);
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let pixels = "";
  for (const value of data) pixels += String.fromCharCode(value);
  return { width, height, pixels: btoa(pixels) };
}
