import fc from "fast-check";
import { JPEGS, pdf, png } from "../support/studentIds.ts";
import { damaged, oddText } from "./oddInputs.ts";
import type { Part } from "./parts.ts";

const BOUNDARY = "----academy";
const HEADS = [
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0",
  "GIF89a/*",
  "RIFF\x10\x00\x00\x00WEBPVP8 ",
  "RIFF\x10\x00\x00\x00WAVE",
  "\x00\x00\x00\x18ftypheic",
  "\x00\x00\x00\x18ftypmp42",
  "%PDF-1.7\n",
  "MZ\x90",
  "PK\x03\x04",
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'>",
  "",
];
const TAILS = [
  "",
  "*/=1;alert(1)//",
  "<script>alert(1)</script>",
  "1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj",
  "%PDF-1.4\n",
  "PK\x05\x06",
  `\r\n--${BOUNDARY}--\r\n`,
];

/** Files that begin as one type and continue as another. */
const mixed = fc
  .tuple(fc.constantFrom(...HEADS), fc.constantFrom(...TAILS), fc.uint8Array({ maxLength: 200 }))
  .map(([head, tail, rest]) => Buffer.concat([Buffer.from(head + tail, "latin1"), rest]));
const real = fc.constantFrom(...Object.values(JPEGS), png(), pdf());
const file = fc.oneof(mixed, real, damaged(real));
/** Names and types are not escaped, so a line break in them adds a header. */
const oddName = fc.oneof(
  fc.constantFrom("card.png", "../../card.exe", 'a"b', "a\r\nx-evil: 1", "\0", "💳".repeat(99)),
  oddText,
);
const oddType = fc.oneof(fc.constantFrom("image/png", "text/html", "", "a\r\n\r\nb"), oddText);

function field(name: string, headers: string, content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${headers}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
}

const fileField = fc
  .tuple(file, oddName, oddType)
  .map(([content, name, type]) => field("file", `; filename="${name}"\r\ncontent-type: ${type}`, content));
/**
 * An invalid university, which the function checks last. The file is then read but not stored, because storing is slow.
 */
const emptyUniversity = fc.constant(field("university", "", Buffer.from(" ")));
const textField = (name: string) => oddText.map((text) => field(name, "", Buffer.from(text)));
const university = fc.oneof(
  textField("university"),
  fc.constant(field("university", "", Buffer.from("Accra"))),
);
const fields = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fileField, emptyUniversity) },
  { weight: 1, arbitrary: fc.tuple(fileField, university) },
  { weight: 2, arbitrary: fc.array(fc.oneof(fileField, university, textField("file")), { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 200 }).map((count) => Array(count).fill(field("a", "", Buffer.from("b")))),
  },
);
const form = fields.map((all) => Buffer.concat([...all, Buffer.from(`--${BOUNDARY}--\r\n`)]));

/** Forms with a file and a university, some of them damaged. */
export const oddForm: fc.Arbitrary<Part> = fc
  .record({
    body: fc.oneof({ weight: 2, arbitrary: form }, { weight: 1, arbitrary: damaged(form) }),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "multipart/form-data",
          "multipart/form-data; boundary=",
          `multipart/form-data; boundary=${"-".repeat(300)}`,
          `multipart/form-data; boundary="${BOUNDARY}`,
          "application/x-www-form-urlencoded",
        ),
      },
    ),
  })
  .map(({ body, type }) => ({ body, headers: { "content-type": type } }));
