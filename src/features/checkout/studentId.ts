import { MAX_STUDENT_ID_BYTES } from "../../domain/checkout.ts";
import { identifyFile } from "./identifyFile.ts";

export const STUDENT_ID_ACCEPT = "image/*,application/pdf";

/** Why this file cannot be a student ID, in words for the buyer, or null when it can. */
export async function studentIdFault(file: Blob): Promise<string | null> {
  if (file.size >= MAX_STUDENT_ID_BYTES) return "File size must be less than 5MB";
  if ((await identifyFile(file)) === null) return "Please choose an image or a PDF of your student ID";
  return null;
}
