// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FILE_NAMES } from "../../../../tests/support/hostileInputs.ts";
import { stubPictures } from "../../../../tests/support/screens/pictures.ts";
import { MAX_STUDENT_ID_BYTES } from "../../../domain/sales/checkout.ts";
import { readyStudentId } from "./studentId.ts";

const fileOf = (head: string, size = head.length) =>
  new File([Uint8Array.from(head, (each) => each.charCodeAt(0)), new Uint8Array(size - head.length)], "id");
const PNG = "\x89PNG\r\n\x1a\n";
const expectFault = async (file: File, fault: string) =>
  expect(await readyStudentId(file)).toEqual({ ok: false, fault: expect.stringContaining(fault) });

let unstub: () => void;
beforeEach(() => {
  unstub = stubPictures();
  vi.spyOn(console, "info").mockImplementation(() => undefined);
});
afterEach(() => {
  unstub();
  vi.mocked(console.info).mockRestore();
});

test("the checkout accepts a student ID below 5 MB and rejects one of 5 MB (S-066, S-098)", async () => {
  expect(await readyStudentId(fileOf(PNG, MAX_STUDENT_ID_BYTES - 1))).toMatchObject({
    ok: true,
    file: { name: "id", type: "image/jpeg" },
  });
  await expectFault(fileOf(PNG, MAX_STUDENT_ID_BYTES), "File size must be less than 5MB");
});

test.each(FILE_NAMES)("a file is read by its content, whatever its name: %j", async (name) => {
  expect(await readyStudentId(new File([fileOf(PNG)], name))).toMatchObject({
    ok: true,
    file: { type: "image/jpeg" },
  });
});

test.each([
  ["is no image, whatever it claims to be", "<script>", "Please choose an image or a PDF of your student ID"],
  ["is of a type that this browser cannot show", "\0\0\0\x18ftypheic....", "JPEG or PNG image, or a PDF"],
  ["is a GIF that this browser cannot show", "GIF89a", "JPEG or PNG image, or a PDF"],
  ["is damaged, or larger than this device can open", "\xff\xd8\xff\xe0", "damaged or too large"],
])("a chosen file that %s is refused with the reason", async (_, head, fault) => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("InvalidStateError")));
  await expectFault(fileOf(head), fault);
});

test("an image is refused with the reason if the device has no memory to draw it", async () => {
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValueOnce(null);
  await expectFault(fileOf(PNG), "damaged or too large");
  vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementationOnce((done) => done(null));
  await expectFault(fileOf(PNG), "damaged or too large");
});

test("an image whose JPEG would be too large is sent in a lower quality", async () => {
  const sizes = [MAX_STUDENT_ID_BYTES, 7];
  const qualities: unknown[] = [];
  vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation((done, _type, quality) => {
    qualities.push(quality);
    done(new Blob([new Uint8Array(sizes.shift() ?? 0)]));
  });
  expect(await readyStudentId(fileOf(PNG))).toMatchObject({ ok: true, file: { size: 7 } });
  expect(qualities).toEqual([0.85, 0.6]);
});

test("a chosen file that the browser cannot read is refused with the reason", async () => {
  const gone = fileOf(PNG);
  gone.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
  await expectFault(gone, "could not open");
});
