import { MAX_STUDENT_ID_BYTES } from "../../../domain/sales/checkout.ts";
import { identifyStudentId, SIGNATURE_BYTES } from "../../../domain/sales/studentIdFile.ts";

export const STUDENT_ID_ACCEPT = "image/*,application/pdf";

const NOT_READABLE = "Please choose an image or a PDF of your student ID";
const CANNOT_OPEN =
  "We could not open this file. Please choose it again, or another image or PDF of your student ID";
const CANNOT_CONVERT =
  "This browser cannot read this type of image. Please choose a JPEG or PNG image, or a PDF, of your student ID";
/** Large enough to read the small print on a card, with a tenth of the file size of a phone photo. */
const LONGEST_SIDE_PX = 2400;
const JPEG_QUALITY = 0.85;

export type ReadyStudentId = { ok: true; file: File } | { ok: false; fault: string };

/**
 * Returns the file as it will be sent, or a message that says why it cannot be used as a student ID. Any image that
 * this browser can show becomes a JPEG, which is smaller and carries no location or time from the camera. The server
 * reads JPEG, PNG and PDF, so a browser that cannot convert sends those unchanged.
 */
export async function readyStudentId(file: File): Promise<ReadyStudentId> {
  if (file.size >= MAX_STUDENT_ID_BYTES) return { ok: false, fault: "File size must be less than 5MB" };
  let type: ReturnType<typeof identifyStudentId>;
  try {
    type = identifyStudentId(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  } catch (error) {
    // Moved or deleted after it was chosen, or in a cloud that cannot be reached.
    console.info("The chosen file could not be read", error);
    return { ok: false, fault: CANNOT_OPEN };
  }
  if (type === "application/pdf") return { ok: true, file };
  if (typeof createImageBitmap === "undefined") return unconverted(file, type);
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch (error) {
    // The file is not an image, or its image type cannot be shown by this browser.
    console.info("The chosen file was not converted", error);
    return { ok: false, fault: type === "convertible image" ? CANNOT_CONVERT : NOT_READABLE };
  }
  const jpeg = await asJpeg(image);
  image.close();
  if (!jpeg) return unconverted(file, type);
  return {
    ok: true,
    file: new File([jpeg], file.name, { type: "image/jpeg", lastModified: file.lastModified }),
  };
}

function unconverted(file: File, type: ReturnType<typeof identifyStudentId>): ReadyStudentId {
  if (type === "image/jpeg" || type === "image/png") return { ok: true, file };
  return { ok: false, fault: type === "convertible image" ? CANNOT_CONVERT : NOT_READABLE };
}

function asJpeg(image: ImageBitmap): Promise<Blob | null> {
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
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
}
