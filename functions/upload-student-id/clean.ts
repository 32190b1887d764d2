import { identifyStudentId, type StudentIdType } from "../../src/domain/sales/studentIdFile.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPdf } from "./pdf.ts";
import { cleanPng } from "./png.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * Decodes an uploaded file completely, within limits, and returns it without the data that cameras and programs add.
 * Only a person can judge whether it shows a student ID. Throws Unreadable for any other file.
 */
export async function cleanStudentId(bytes: Uint8Array): Promise<{ bytes: Uint8Array; type: StudentIdType }> {
  const type = identifyStudentId(bytes);
  switch (type) {
    case "image/jpeg":
      return { bytes: cleanJpeg(bytes), type };
    case "image/png":
      return { bytes: await cleanPng(bytes), type };
    case "application/pdf":
      return { bytes: await cleanPdf(bytes), type };
    default:
      throw new Unreadable("unknown type");
  }
}
