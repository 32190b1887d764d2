import { type PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import type { Page } from "@playwright/test";
import jsQR from "jsqr";

/** Reads the QR code in the first picture of a PDF, as a phone would, or returns null. The page decodes the JPEG. */
export async function scanCode(page: Page, pdf: PDFDocument): Promise<string | null> {
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
