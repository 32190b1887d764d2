import {
  assessmentOf,
  CERTIFICATE_TEXT,
  certificateDay,
  KIND_TEXT,
  signatoryLines,
} from "../../../domain/certificate/certificateText.ts";
import { COURSE } from "../../../domain/course/course.ts";
import type { ShownCertificate } from "../certificateOf.ts";
import { fitText, isRightToLeft } from "./fitText.ts";
import { drawMark, drawThreads } from "./ornaments.ts";
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
/** Placed beside the short date and number. The URL below them needs the full width. */
const SIGNATURE = { x: 492, width: 180 };
const SEAL = { x: RIGHT - 52, y: 104, radius: 46 };

/** The clickable area in the PDF, in points from the top left. */
export const CHECK_BOX = { x: RIGHT - QR_SIZE, y: 449, width: QR_SIZE, height: QR_SIZE };

/** A drawn line of text: left end and baseline from the top left of the page, in points. */
export type DrawnText = { text: string; x: number; y: number; size: number; width: number; isRtl: boolean };

type Pen = { ctx: CanvasRenderingContext2D; drawn: DrawnText[] };

/** Draws the certificate on a context whose unit is the point. Fonts must be loaded. Returns the drawn texts. */
export function drawCertificate(
  ctx: CanvasRenderingContext2D,
  certificate: ShownCertificate,
  qr: QrMatrix,
): DrawnText[] {
  const pen: Pen = { ctx, drawn: [] };
  ctx.fillStyle = INK.paper;
  ctx.fillRect(0, 0, PAGE.width, PAGE.height);
  drawBand(ctx);
  drawMark(ctx, LEFT, 58, 34);
  write(pen, certificate.issuerName, { x: LEFT + 44, y: 81, font: `600 17px ${DISPLAY_FACE}` });
  drawTitle(pen, certificate);
  const nameEnd = drawName(pen, certificate.holderName);
  drawCourse(pen, certificate, nameEnd);
  drawRecord(pen, certificate);
  drawSignature(pen, certificate);
  drawSeal(ctx);
  drawQr(pen, qr);
  return pen.drawn;
}

type Ink = { x: number; y: number; font: string; colour?: string; spacing?: string; isRtl?: boolean };

/** `x` is where the text begins, which is the right end of right-to-left text. */
function write({ ctx, drawn }: Pen, text: string, ink: Ink): void {
  const { x, y, font, colour, spacing, isRtl = false } = ink;
  ctx.font = font;
  ctx.fillStyle = colour ?? INK.ink;
  ctx.letterSpacing = spacing ?? "0px";
  ctx.direction = isRtl ? "rtl" : "ltr";
  ctx.textAlign = isRtl ? "right" : "left";
  ctx.fillText(text, x, y);
  const { width } = ctx.measureText(text);
  const size = Number(/([\d.]+)px/.exec(font)?.[1]);
  drawn.push({ text, x: isRtl ? x - width : x, y, size, width, isRtl });
}

/** One pattern per course module, from top to bottom. */
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

function drawTitle(pen: Pen, { kind }: ShownCertificate): void {
  write(pen, KIND_TEXT[kind].title.toUpperCase(), {
    x: LEFT,
    y: 164,
    font: `650 11.5px ${TEXT_FACE}`,
    colour: INK.accent,
    spacing: "1.4px",
  });
}

/** The browser's text engine shapes and orders every script. Returns the y coordinate where the name ends. */
function drawName(pen: Pen, name: string): number {
  const { ctx } = pen;
  const isRtl = isRightToLeft(name);
  const font = (size: number) => `560 ${size}px ${DISPLAY_FACE}`;
  ctx.letterSpacing = "0px";
  const measure = (text: string, size: number) => {
    ctx.font = font(size);
    return ctx.measureText(text).width;
  };
  const { size, lines } = fitText(name, measure, NAME);
  for (const [index, line] of lines.entries()) {
    const y = NAME_TOP + size * (0.92 + index * LINE_HEIGHT);
    write(pen, line, { x: isRtl ? RIGHT : LEFT, y, font: font(size), isRtl });
  }
  return NAME_TOP + lines.length * size * LINE_HEIGHT;
}

function drawCourse(pen: Pen, certificate: ShownCertificate, top: number): void {
  const { kind, course } = certificate;
  const sentence = { x: LEFT, y: top + 27, font: `400 15px ${TEXT_FACE}`, colour: INK.muted };
  write(pen, KIND_TEXT[kind].sentence, sentence);
  write(pen, course, { x: LEFT, y: top + 66, font: `600 32px ${DISPLAY_FACE}`, colour: INK.link });
  const assessment = assessmentOf(certificate);
  const rows = kind === "capstone" ? (assessment ?? "").split(": ") : completionRows(assessment);
  for (const [index, row] of rows.entries()) {
    const y = top + 93 + index * 16;
    write(pen, row, { x: LEFT, y, font: `400 11.5px ${TEXT_FACE}`, colour: INK.muted });
  }
}

function completionRows(assessment: string | null): string[] {
  const half = Math.ceil(CERTIFICATE_TEXT.modules.length / 2);
  return [
    // The text is on one line, because a name with three lines leaves no room for a second line.
    assessment === null ? `${CERTIFICATE_TEXT.extent}:` : `${CERTIFICATE_TEXT.extent}. ${assessment}.`,
    CERTIFICATE_TEXT.modules.slice(0, half).join("  ·  "),
    CERTIFICATE_TEXT.modules.slice(half).join("  ·  "),
  ];
}

function drawRecord(pen: Pen, { issuedAt, id, url }: ShownCertificate): void {
  const { ctx } = pen;
  ctx.fillStyle = INK.line;
  ctx.fillRect(LEFT, 431, WIDTH, 0.75);
  const record = [
    ["Issued", certificateDay(issuedAt)],
    ["Certificate number", id],
    ["Check it at", url],
  ] as const;
  record.forEach(([label, value], index) => {
    const y = 457 + index * 33;
    write(pen, label, { x: LEFT, y, font: `400 9.5px ${TEXT_FACE}`, colour: INK.muted });
    write(pen, value, { x: LEFT, y: y + 14, font: `600 ${valueSize(pen, value)}px ${TEXT_FACE}` });
  });
}

function drawSignature(pen: Pen, certificate: ShownCertificate): void {
  const { x, width } = SIGNATURE;
  const small = { x, font: `400 9.5px ${TEXT_FACE}`, colour: INK.muted };
  write(pen, CERTIFICATE_TEXT.signed, { ...small, y: 457 });
  const [signatory = "", ...rest] = signatoryLines(certificate);
  const font = (size: number) => `560 ${size}px ${DISPLAY_FACE}`;
  pen.ctx.font = font(16);
  pen.ctx.letterSpacing = "0px";
  const size = 16 * Math.min(1, width / pen.ctx.measureText(signatory).width);
  write(pen, signatory, { x, y: 475, font: font(size), colour: INK.link });
  pen.ctx.fillStyle = INK.link;
  pen.ctx.fillRect(x, 481, width, 0.75);
  for (const [index, line] of [...rest, certificateDay(certificate.issuedAt)].entries())
    write(pen, line, { ...small, y: 494 + index * 12 });
}

/** A ring of four quarters, each with the pattern of one module. */
function drawSeal(ctx: CanvasRenderingContext2D): void {
  const { x, y, radius } = SEAL;
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.clip();
  COURSE.modules.forEach(({ id }, index) => {
    const corner = { x: x - radius * (1 - (index % 2)), y: y - radius * (index < 2 ? 1 : 0) };
    drawThreads(ctx, id, { ...corner, width: radius, height: radius });
  });
  ctx.restore();
  for (const [colour, width, gap] of [
    [INK.paper, 5, -2.5],
    [INK.accent, 2.5, 0],
    [INK.accent, 0.75, 4],
  ] as const) {
    ctx.beginPath();
    ctx.arc(x, y, radius + gap, 0, 2 * Math.PI);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.arc(x, y, 23, 0, 2 * Math.PI);
  ctx.fillStyle = INK.paper;
  ctx.fill();
  drawMark(ctx, x - 14, y - 14, 28);
}

/** A long URL is printed in smaller type, never truncated. */
function valueSize({ ctx }: Pen, value: string): number {
  ctx.letterSpacing = "0px";
  ctx.font = `600 11.5px ${TEXT_FACE}`;
  return 11.5 * Math.min(1, (WIDTH - QR_SIZE - 20) / ctx.measureText(value).width);
}

function drawQr(pen: Pen, { size, isDark }: QrMatrix): void {
  const { ctx } = pen;
  const step = CHECK_BOX.width / size;
  const caption = { x: CHECK_BOX.x, y: CHECK_BOX.y + QR_SIZE + 13, font: `400 9.5px ${TEXT_FACE}` };
  write(pen, CERTIFICATE_TEXT.scan, { ...caption, colour: INK.muted });
  ctx.fillStyle = INK.ink;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      // Each quarter is slightly wider, so that no gap shows between modules.
      if (isDark(row, column))
        ctx.fillRect(CHECK_BOX.x + column * step, CHECK_BOX.y + row * step, step + 0.06, step + 0.06);
    }
  }
}
