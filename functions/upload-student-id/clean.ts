import { identifyStudentId, type StudentIdType } from "../../src/domain/studentIdFile.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPdf } from "./pdf.ts";
import { cleanPng } from "./png.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * What is kept of an uploaded file: it is read within limits to the end, and written without what cameras and programs add
 * to it. Whether it shows a student ID, only a person can see. Throws Unreadable for anything else.
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
