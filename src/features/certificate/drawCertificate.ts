import { assessmentText, CERTIFICATE_TEXT, certificateDay } from "../../domain/certificateText.ts";
import { COURSE } from "../../domain/course.ts";
import type { ShownCertificate } from "./certificateOf.ts";
import { drawMark } from "./drawMark.ts";
import { drawThreads } from "./drawThreads.ts";
import { fitText } from "./fitText.ts";
import { DISPLAY_FACE, INK, PAGE, TEXT_FACE } from "./paper.ts";
import type { QrMatrix } from "./qrCode.ts";

const BAND = 176;
const LEFT = 228;
const RIGHT = PAGE.width - 56;
const WIDTH = RIGHT - LEFT;
const NAME = { width: WIDTH, height: 104, sizes: [50, 46, 42, 38, 34, 30, 26, 22, 18, 15, 12], maxLines: 3 };
const NAME_TOP = 180;
const LINE_HEIGHT = 1.18;
const QR_SIZE = 88;

/** The places of what can be pressed in the PDF, in points from the top left. */
export const CHECK_BOX = { x: RIGHT - QR_SIZE, y: 449, width: QR_SIZE, height: QR_SIZE };

/** Draws the certificate on a context whose unit is the point; the fonts must have been loaded. */
export function drawCertificate(
  ctx: CanvasRenderingContext2D,
  certificate: ShownCertificate,
  qr: QrMatrix,
): void {
  ctx.fillStyle = INK.paper;
  ctx.fillRect(0, 0, PAGE.width, PAGE.height);
  drawBand(ctx);
  drawMark(ctx, LEFT, 58, 34);
  write(ctx, certificate.issuerName, { x: LEFT + 44, y: 81, font: `600 17px ${DISPLAY_FACE}` });
  drawTitle(ctx);
  const nameEnd = drawName(ctx, certificate.holderName);
  drawCourse(ctx, certificate, nameEnd);
  drawRecord(ctx, certificate);
  drawQr(ctx, qr);
}

type Ink = { x: number; y: number; font: string; colour?: string; spacing?: string };

function write(ctx: CanvasRenderingContext2D, text: string, { x, y, font, colour, spacing }: Ink): void {
  ctx.font = font;
  ctx.fillStyle = colour ?? INK.ink;
  ctx.letterSpacing = spacing ?? "0px";
  ctx.fillText(text, x, y);
}

/** One weave for each module of the course, from the first at the top to the last. */
function drawBand(ctx: CanvasRenderingContext2D): void {
  const height = PAGE.height / COURSE.modules.length;
  COURSE.modules.forEach(({ id }, index) => {
    drawThreads(ctx, id, { x: 0, y: index * height, width: BAND, height });
  });
  ctx.fillStyle = INK.paper;
  for (let seam = 1; seam < COURSE.modules.length; seam++) ctx.fillRect(0, seam * height - 1.5, BAND, 3);
  ctx.fillStyle = INK.accent;
  ctx.fillRect(BAND, 0, 2.5, PAGE.height);
}

function drawTitle(ctx: CanvasRenderingContext2D): void {
  write(ctx, CERTIFICATE_TEXT.title.toUpperCase(), {
    x: LEFT,
    y: 164,
    font: `650 11.5px ${TEXT_FACE}`,
    colour: INK.accent,
    spacing: "1.4px",
  });
}

/** The browser's own text engine shapes and orders every script. Returns where the name ends. */
function drawName(ctx: CanvasRenderingContext2D, name: string): number {
  const font = (size: number) => `560 ${size}px ${DISPLAY_FACE}`;
  ctx.letterSpacing = "0px";
  const measure = (text: string, size: number) => {
    ctx.font = font(size);
    return ctx.measureText(text).width;
  };
  const { size, lines } = fitText(name, measure, NAME);
  for (const [index, line] of lines.entries()) {
    write(ctx, line, { x: LEFT, y: NAME_TOP + size * (0.92 + index * LINE_HEIGHT), font: font(size) });
  }
  return NAME_TOP + lines.length * size * LINE_HEIGHT;
}

function drawCourse(
  ctx: CanvasRenderingContext2D,
  { course, quizzesPassed }: ShownCertificate,
  top: number,
): void {
  const sentence = { x: LEFT, y: top + 27, font: `400 15px ${TEXT_FACE}`, colour: INK.muted };
  write(ctx, CERTIFICATE_TEXT.sentence, sentence);
  write(ctx, course, { x: LEFT, y: top + 66, font: `600 32px ${DISPLAY_FACE}`, colour: INK.link });
  const half = Math.ceil(CERTIFICATE_TEXT.modules.length / 2);
  const rows = [
    // On one row: a name on three lines leaves no room for another.
    quizzesPassed === null
      ? `${CERTIFICATE_TEXT.extent}:`
      : `${CERTIFICATE_TEXT.extent}. ${assessmentText(quizzesPassed)}.`,
    CERTIFICATE_TEXT.modules.slice(0, half).join("  ·  "),
    CERTIFICATE_TEXT.modules.slice(half).join("  ·  "),
  ];
  for (const [index, row] of rows.entries()) {
    const y = top + 93 + index * 16;
    write(ctx, row, { x: LEFT, y, font: `400 11.5px ${TEXT_FACE}`, colour: INK.muted });
  }
}

function drawRecord(ctx: CanvasRenderingContext2D, { issuedAt, id, url }: ShownCertificate): void {
  ctx.fillStyle = INK.line;
  ctx.fillRect(LEFT, 431, WIDTH, 0.75);
  const record = [
    ["Issued", certificateDay(issuedAt)],
    ["Certificate number", id],
    ["Check it at", url],
  ] as const;
  record.forEach(([label, value], index) => {
    const y = 457 + index * 33;
    write(ctx, label, { x: LEFT, y, font: `400 9.5px ${TEXT_FACE}`, colour: INK.muted });
    write(ctx, value, { x: LEFT, y: y + 14, font: `600 ${valueSize(ctx, value)}px ${TEXT_FACE}` });
  });
}

/** Addresses may be long; they are smaller rather than cut. */
function valueSize(ctx: CanvasRenderingContext2D, value: string): number {
  ctx.letterSpacing = "0px";
  ctx.font = `600 11.5px ${TEXT_FACE}`;
  return 11.5 * Math.min(1, (WIDTH - QR_SIZE - 20) / ctx.measureText(value).width);
}

function drawQr(ctx: CanvasRenderingContext2D, { size, isDark }: QrMatrix): void {
  const step = CHECK_BOX.width / size;
  const caption = { x: CHECK_BOX.x, y: CHECK_BOX.y + QR_SIZE + 13, font: `400 9.5px ${TEXT_FACE}` };
  write(ctx, CERTIFICATE_TEXT.scan, { ...caption, colour: INK.muted });
  ctx.fillStyle = INK.ink;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      // A hair wider, so that no seam shows between modules.
      if (isDark(row, column))
        ctx.fillRect(CHECK_BOX.x + column * step, CHECK_BOX.y + row * step, step + 0.06, step + 0.06);
    }
  }
}
