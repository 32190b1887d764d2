import {
  getDocument,
  type PageViewport,
  PasswordException,
  type PDFPageProxy,
  PDFWorker,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { MAX_STUDENT_ID_PIXELS } from "../../../domain/sales/studentIdFile.ts";

/** pdf.js imports these by name from one folder, so vite.config.ts keeps their names. */
const DECODERS = import.meta.glob<string>("/node_modules/pdfjs-dist/wasm/*_nowasm_fallback.js", {
  query: "?url",
  import: "default",
  eager: true,
});

const MAX_PAGES = 3;
/** An A4 page then has 190 dots per inch. */
const PAGE_PIXELS = 3_600_000;
const LONGEST_SIDE_PX = 4_000;
/** A phone draws pages of text in a few seconds. Some files would take hours. */
const TIME_LIMIT_MS = 60_000;
const BYTES_PER_PIXEL = 4;
const WHITE = 255;
/** A page is searched for colour at an eighth of its size, in which a line of text is still grey. */
const BLANK_SCALE = 8;

export type DrawnPdf =
  | { ok: true; sheet: HTMLCanvasElement; pages: number; drawnPages: number }
  | { ok: false; reason: "password" | "unreadable" | "blank" | "slow" | "not loaded" };

/** Draws the first pages of a PDF below each other. Nothing in the file is run, and nothing is fetched for it. */
export async function drawPdf(file: Blob): Promise<DrawnPdf> {
  const port = new Worker(new URL("./kept-pdf-worker.ts", import.meta.url), { type: "module" });
  const worker = PDFWorker.create({ port });
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  let isLoaded = true;
  const failed = new Promise<never>((_, reject) => {
    limit.addEventListener("abort", () => reject(limit.reason));
    port.addEventListener("error", (event) => {
      // An error in the worker's code has a message; without its code there is none.
      isLoaded = event instanceof ErrorEvent;
      reject(new Error("the worker failed", { cause: event }));
    });
  });
  try {
    return await Promise.race([draw(worker, new Uint8Array(await file.arrayBuffer()), limit), failed]);
  } catch (error) {
    console.info("The chosen PDF was not drawn", error);
    if (!isLoaded) return { ok: false, reason: "not loaded" };
    if (limit.aborted) return { ok: false, reason: "slow" };
    return { ok: false, reason: error instanceof PasswordException ? "password" : "unreadable" };
  } finally {
    worker.destroy();
    port.terminate();
  }
}

async function draw(worker: PDFWorker, data: Uint8Array, limit: AbortSignal): Promise<DrawnPdf> {
  const [decoder = ""] = Object.values(DECODERS);
  const pdf = await getDocument({
    ...{ data, worker },
    // The Content-Security-Policy allows no WebAssembly.
    useWasm: false,
    wasmUrl: new URL(".", new URL(decoder, location.href)).href,
    // Larger images are scaled down while they are decoded.
    canvasMaxAreaInBytes: MAX_STUDENT_ID_PIXELS * BYTES_PER_PIXEL,
  }).promise;
  const drawnPages = Math.min(pdf.numPages, MAX_PAGES);
  const numbers = Array.from({ length: drawnPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => pdf.getPage(number)));
  const sheet = await drawSheet(pages, limit);
  return isBlank(sheet)
    ? { ok: false, reason: "blank" }
    : { ok: true, sheet, pages: pdf.numPages, drawnPages };
}

async function drawSheet(pages: readonly PDFPageProxy[], limit: AbortSignal): Promise<HTMLCanvasElement> {
  const placed = layOut(pages);
  const sheet = newCanvas(sizeOf(placed.map(({ view }) => view)));
  const context = sheet.getContext("2d");
  if (!context) throw new Error("the browser provides no canvas of this size");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, sheet.width, sheet.height);
  let y = 0;
  for (const { page, view } of placed) {
    // A canvas for each page, because pdf.js first clears all of it.
    const canvas = newCanvas(sizeOf([view]));
    const rendering = page.render({ canvas, viewport: view });
    const cancel = () => rendering.cancel();
    limit.addEventListener("abort", cancel);
    await rendering.promise;
    limit.removeEventListener("abort", cancel);
    context.drawImage(canvas, 0, y);
    y += canvas.height;
    // Safari otherwise keeps its memory, of which it has little, until much later.
    canvas.width = 0;
  }
  return sheet;
}

/** pdf.js leaves out what it cannot draw, such as text in a font that is neither in the file nor on the device. */
function isBlank(sheet: HTMLCanvasElement): boolean {
  const [width, height] = [Math.ceil(sheet.width / BLANK_SCALE), Math.ceil(sheet.height / BLANK_SCALE)];
  const context = newCanvas({ width, height }).getContext("2d");
  if (!context) return false;
  context.drawImage(sheet, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data.every((value) => value === WHITE);
}

type Placed = { page: PDFPageProxy; view: PageViewport };

/** Gives each page about the same number of pixels, whatever its size and form. */
function layOut(pages: readonly PDFPageProxy[]): Placed[] {
  const placed = pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(
      Math.sqrt(PAGE_PIXELS / (width * height)),
      LONGEST_SIDE_PX / Math.max(width, height),
    );
    return { page, view: page.getViewport({ scale }) };
  });
  const { width, height } = sizeOf(placed.map(({ view }) => view));
  const shrink = Math.min(1, Math.sqrt(MAX_STUDENT_ID_PIXELS / (width * height)));
  return placed.map(({ page, view }) => ({ page, view: view.clone({ scale: view.scale * shrink }) }));
}

type Size = { width: number; height: number };

function sizeOf(views: readonly Size[]): Size {
  const whole = (side: number) => Math.max(1, Math.floor(side));
  return {
    width: Math.max(...views.map(({ width }) => whole(width))),
    height: views.reduce((sum, { height }) => sum + whole(height), 0),
  };
}

function newCanvas(size: Size): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), size);
}
