import fc from "fast-check";
import { UNIVERSITY_HEADER } from "../../src/domain/sales/studentIdFile.ts";
import { JPEGS, pdf } from "../support/studentIds.ts";
import { damaged } from "./oddInputs.ts";
import type { Part } from "./parts.ts";

const HEADS = [
  "\xff\xd8\xff\xe0",
  "\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0",
  "\x89PNG\r\n\x1a\n",
  "%PDF-1.7\n",
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'>",
  "",
];
const TAILS = ["", "\xff\xd9", "*/=1;alert(1)//", "<script>alert(1)</script>", "\xff\xff\xff\xd9"];

/** Files that begin as one type and continue as another. */
const mixed = fc
  .tuple(fc.constantFrom(...HEADS), fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...TAILS))
  .map(([head, rest, tail]) =>
    Buffer.concat([Buffer.from(head, "latin1"), rest, Buffer.from(tail, "latin1")]),
  );
const real = fc.constantFrom(...Object.values(JPEGS), pdf());
/** A request's headers hold no line breaks and nothing beyond Latin-1. Mostly invalid, because storing a file is slow. */
const university = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("", " ", "%", "%00", "%ED%A0%80", "x".repeat(201)) },
  { weight: 1, arbitrary: fc.constantFrom("Accra", "%E5%A4%A7%E5%AD%A6", "\xe9cole") },
);

/** Student IDs and other files, some of them damaged. */
export const oddStudentId: fc.Arbitrary<Part> = fc
  .record({
    body: fc.oneof(mixed, real, damaged(real)),
    type: fc.constantFrom("image/jpeg", "text/html", "multipart/form-data; boundary=b"),
    university,
  })
  .map(({ body, type, university: name }) => ({
    body,
    headers: { "content-type": type, [UNIVERSITY_HEADER]: name },
  }));
