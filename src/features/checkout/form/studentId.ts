import { MAX_STUDENT_ID_BYTES } from "../../../domain/sales/checkout.ts";
import {
  identifyStudentId,
  SIGNATURE_BYTES,
  type StudentIdType,
} from "../../../domain/sales/studentIdFile.ts";
import type { DrawnPdf } from "./drawPdf.ts";

export const STUDENT_ID_ACCEPT = "image/*,application/pdf";

const TOO_LARGE = "File size must be less than 5MB";
const NOT_READABLE = "Please choose an image or a PDF of your student ID";
const CANNOT_OPEN =
  "We could not open this file. Please choose it again, or another image or PDF of your student ID";
const CANNOT_SHOW =
  "This device could not open this picture, which may be damaged or too large. Please choose a smaller photo or a screenshot of your student ID";
const CANNOT_CONVERT =
  "This browser cannot read this type of image. Please choose a JPEG or PNG image, or a PDF, of your student ID";
const PDF_FAULTS: Record<Extract<DrawnPdf, { ok: false }>["reason"], string> = {
  password:
    "This PDF has a password. Please choose one without a password, or a photo or screenshot of your student ID",
  unreadable:
    "We could not read this PDF. Please choose another PDF, or a photo or screenshot of your student ID",
  blank:
    "We cannot see anything on the pages of this PDF. Please choose a photo or screenshot of your student ID",
  slow: "This PDF takes too long to read. Please choose a photo or screenshot of your student ID instead",
  "not loaded":
    "We could not load what is needed to read a PDF. Check your connection and reload the page, or choose an image",
};

/** Large enough to read the small print on a card, with a tenth of the file size of a phone photo. */
const LONGEST_SIDE_PX = 2400;
/** The first one with which the file is small enough. Only images full of noise need the second or third. */
const JPEG_QUALITIES = [0.85, 0.6, 0.4];

export type ReadyStudentId =
  | { ok: true; file: File /** What is not in the file, for the user. */; note: string | null }
  | { ok: false; fault: string };

/**
 * Returns the JPEG that will be sent, or a message that says why the file cannot be used as a student ID. The server
 * accepts nothing else: a browser can safely open files from its own user, and a JPEG that it draws itself carries no
 * location or time from the camera.
 */
export async function readyStudentId(file: File): Promise<ReadyStudentId> {
  if (file.size >= MAX_STUDENT_ID_BYTES) return { ok: false, fault: TOO_LARGE };
  let type: StudentIdType | null;
  try {
    type = identifyStudentId(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  } catch (error) {
    // Moved or deleted after it was chosen, or in a cloud that cannot be reached.
    console.info("The chosen file could not be read", error);
    return { ok: false, fault: CANNOT_OPEN };
  }
  return type === "application/pdf" ? readyPdf(file) : readyImage(file, type);
}

async function readyPdf(file: File): Promise<ReadyStudentId> {
  let drawn: DrawnPdf;
  try {
    const { drawPdf } = await import("./drawPdf.ts");
    drawn = await drawPdf(file);
  } catch (error) {
    // The code could not be fetched, or this browser is too old for pdf.js.
    console.info("The code that reads PDFs could not be started", error);
    drawn = { ok: false, reason: "not loaded" };
  }
  if (!drawn.ok) return { ok: false, fault: PDF_FAULTS[drawn.reason] };
  const { sheet, pages, drawnPages } = drawn;
  const jpeg = await encode(sheet);
  if (!jpeg) return { ok: false, fault: PDF_FAULTS.unreadable };
  const note = pages > drawnPages ? `Only the first ${drawnPages} of its ${pages} pages will be sent.` : null;
  return { ok: true, file: named(jpeg, file), note };
}

async function readyImage(file: File, type: StudentIdType | null): Promise<ReadyStudentId> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch (error) {
    // Not an image, damaged, of a type that this browser cannot show, or too large for its memory.
    console.info("The chosen file was not converted", error);
    if (type === null) return { ok: false, fault: NOT_READABLE };
    return { ok: false, fault: type === "rarer image" ? CANNOT_CONVERT : CANNOT_SHOW };
  }
  const jpeg = await drawOnWhite(image);
  image.close();
  return jpeg ? { ok: true, file: named(jpeg, file), note: null } : { ok: false, fault: CANNOT_SHOW };
}

function named(jpeg: Blob, { name, lastModified }: File): File {
  return new File([jpeg], name, { type: "image/jpeg", lastModified });
}

function drawOnWhite(image: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency. Without this, transparent areas would be black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return encode(canvas);
}

/** Null if the browser cannot provide the canvas or make the file small enough. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of JPEG_QUALITIES) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!jpeg || jpeg.size < MAX_STUDENT_ID_BYTES) return jpeg;
  }
  return null;
}
