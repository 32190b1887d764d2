import { expect, test } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../domain/checkout.ts";
import { studentIdFault } from "./studentId.ts";

const pdfOf = (size: number) => new Blob(["%PDF-1.7\n", new Uint8Array(size - 9)]);

test("a file under 5 MB passes and one of 5 MB does not (S-066, S-098)", async () => {
  expect(await studentIdFault(pdfOf(MAX_STUDENT_ID_BYTES - 1))).toBeNull();
  expect(await studentIdFault(pdfOf(MAX_STUDENT_ID_BYTES))).toBe("File size must be less than 5MB");
});

test("a file that only calls itself a PDF is refused before it is sent", async () => {
  const fake = new File(["<script>"], "id.pdf", { type: "application/pdf" });
  expect(await studentIdFault(fake)).toBe("Please choose an image or a PDF of your student ID");
});
