import { expect, test, vi } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../../domain/sales/checkout.ts";
import { readyStudentId } from "./studentId.ts";

const pdfOf = (size: number) => new File(["%PDF-1.7\n", new Uint8Array(size - 9)], "id.pdf");
const fileOf = (head: string) => new File([Uint8Array.from(head, (each) => each.charCodeAt(0))], "id");

test("the checkout accepts a student ID below 5 MB and rejects one of 5 MB (S-066, S-098)", async () => {
  const small = pdfOf(MAX_STUDENT_ID_BYTES - 1);
  expect(await readyStudentId(small)).toEqual({ ok: true, file: small });
  expect(await readyStudentId(pdfOf(MAX_STUDENT_ID_BYTES))).toEqual({
    ok: false,
    fault: "File size must be less than 5MB",
  });
});

test("the checkout rejects a student ID that only claims to be a PDF, without sending it", async () => {
  const fake = new File(["<script>"], "id.pdf", { type: "application/pdf" });
  expect(await readyStudentId(fake)).toEqual({
    ok: false,
    fault: "Please choose an image or a PDF of your student ID",
  });
});

test("a browser without image conversion accepts only student IDs in formats that the server reads, and lists those formats", async () => {
  for (const head of ["\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n"]) {
    expect(await readyStudentId(fileOf(head))).toMatchObject({ ok: true });
  }
  for (const head of ["GIF89a", "RIFF\x10\x00\x00\x00WEBPVP8 ", "\x00\x00\x00\x18ftypheic...."]) {
    expect(await readyStudentId(fileOf(head))).toMatchObject({
      ok: false,
      fault: expect.stringContaining("JPEG or PNG image, or a PDF"),
    });
  }
});

test("a chosen file that the browser cannot read is refused with the reason", async () => {
  vi.spyOn(console, "info").mockImplementationOnce(() => undefined);
  const gone = pdfOf(100);
  gone.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
  expect(await readyStudentId(gone)).toMatchObject({
    ok: false,
    fault: expect.stringContaining("could not open"),
  });
});
