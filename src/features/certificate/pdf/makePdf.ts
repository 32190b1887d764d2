import type { ShownCertificate } from "../certificateOf.ts";
import { drawCertificate } from "./drawCertificate.ts";
import { DISPLAY_FACE, PAGE, POINTS_PER_INCH, PRINT_DPI, TEXT_FACE } from "./paper.ts";
import { qrMatrix } from "./qrCode.ts";
import { type Picture, writePdf } from "./writePdf.ts";

const JPEG_QUALITY = 0.93;

/**
 * Creates the certificate as a PDF. The browser's text engine draws it at print resolution, because it supports every
 * script. Works offline. Throws if the browser cannot provide a canvas of that size.
 */
export async function makePdf(certificate: ShownCertificate): Promise<Blob> {
  const file = await writePdf(certificate, await drawPicture(certificate));
  return new Blob([file], { type: "application/pdf" });
}

async function drawPicture(certificate: ShownCertificate): Promise<Picture> {
  await loadFaces(certificate.holderName);
  const scale = PRINT_DPI / POINTS_PER_INCH;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(PAGE.width * scale);
  canvas.height = Math.round(PAGE.height * scale);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("the browser provides no canvas context");
  ctx.scale(scale, scale);
  const drawn = drawCertificate(ctx, certificate, qrMatrix(certificate.url));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
  if (!blob) throw new Error("the browser could not draw at print resolution");
  return { jpeg: await blob.arrayBuffer(), drawn };
}

/**
 * A typeface that cannot be fetched is replaced by one of the device's typefaces, so that no letter of the name is
 * missing.
 */
async function loadFaces(name: string): Promise<void> {
  const wanted = [
    [`560 50px ${DISPLAY_FACE}`, name],
    [`600 32px ${DISPLAY_FACE}`, "A"],
    [`400 12px ${TEXT_FACE}`, "A"],
  ] as const;
  const loaded = await Promise.allSettled(wanted.map(([font, text]) => document.fonts.load(font, text)));
  const missed = loaded.filter((each) => each.status === "rejected");
  if (missed.length > 0) console.info("Drawing the certificate with a system font", missed);
}
