import type { Page } from "@playwright/test";

/** WebP cannot be larger than this on either side. */
const MAX_SIDE_PX = 16_383;
/** From the best to the smallest. A long page is scaled down before its quality suffers. */
const STEPS = [
  { scale: 1, quality: 0.75 },
  { scale: 1, quality: 0.5 },
  { scale: 0.75, quality: 0.5 },
  { scale: 0.5, quality: 0.5 },
  { scale: 0.4, quality: 0.4 },
];

/**
 * Converts a PNG to WebP, no wider than `maxWidthPx`, in the best quality under `maxBytes`, or else the smallest size.
 * `encoder` is any page, whose browser encodes the picture.
 */
export async function toWebp(
  encoder: Page,
  png: Buffer,
  { maxWidthPx, maxBytes }: { maxWidthPx: number; maxBytes: number },
): Promise<Buffer> {
  const base64 = await encoder.evaluate(encode, {
    png: png.toString("base64"),
    maxWidthPx,
    maxSidePx: MAX_SIDE_PX,
    maxBytes,
    steps: STEPS,
  });
  return Buffer.from(base64, "base64");
}

type Task = { png: string; maxWidthPx: number; maxSidePx: number; maxBytes: number; steps: typeof STEPS };

async function encode({ png, maxWidthPx, maxSidePx, maxBytes, steps }: Task): Promise<string> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const fitting = Math.min(1, maxWidthPx / image.width, maxSidePx / image.height);
  let encoded = new Blob();
  for (const { scale, quality } of steps) {
    const [width, height] = [image.width, image.height].map((side) => Math.round(side * fitting * scale));
    const canvas = new OffscreenCanvas(width ?? 0, height ?? 0);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser cannot draw");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    encoded = await canvas.convertToBlob({ type: "image/webp", quality });
    if (encoded.size <= maxBytes) break;
  }
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
