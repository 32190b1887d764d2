import { describe, expect, it } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../../src/domain/sales/checkout.ts";
import { UNIVERSITY_HEADER } from "../../../src/domain/sales/studentIdFile.ts";
import { signUp } from "../../certificate/learners.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { exif, JPEGS, pdf, withSegment } from "../../support/studentIds.ts";
import { countRows, postStudentId, useUpDay } from "../shop.ts";

const academy = withAcademy();

const upload = (file?: Uint8Array, university?: string) => postStudentId(academy, file, { university });

/** A picture of this many bytes, padded with camera metadata. */
function pictureOf(bytes: number): Uint8Array {
  let picture: Buffer = JPEGS.baseline;
  for (let left = bytes - picture.length; left > 0; left = bytes - picture.length) {
    picture = withSegment(picture, 0xfe, Buffer.alloc(Math.min(left, 65_000) - 4));
  }
  return new Uint8Array(picture);
}

describe("a student's ID (S-038, S-066, S-113)", () => {
  it("is stored without camera metadata, under a generated name, with the type of its content", async () => {
    const content = withSegment(JPEGS.baseline, 0xe1, exif(1, "GPS 51.5007 N"));
    const reply = await upload(content);
    expect(reply).toMatchObject({ status: 200, body: { ref: expect.stringMatching(/^[\w-]{43}$/) } });
    const [row] = await academy.backend.query<{ path: string }>("select * from public.student_ids");
    expect(row).toMatchObject({
      content_type: "image/jpeg",
      bytes: JPEGS.baseline.length,
      university: "University of Example",
    });
    expect(row?.path).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(row)).not.toContain(reply.body.ref);

    const stored = await academy
      .client(academy.secretKey)
      .storage.from("student-ids")
      .download(row?.path ?? "");
    expect(stored.error).toBeNull();
    expect(new Uint8Array((await stored.data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array(JPEGS.baseline),
    );
  });

  it("must be under 5 MB (S-098)", async () => {
    for (const bytes of [MAX_STUDENT_ID_BYTES, MAX_STUDENT_ID_BYTES + 1]) {
      expect(await upload(pictureOf(bytes))).toMatchObject({
        status: 413,
        body: { code: "file_too_large", error: "File size must be less than 5MB" },
      });
    }
    expect((await upload(pictureOf(MAX_STUDENT_ID_BYTES - 1))).status).toBe(200);
  });

  it("must be present, be a JPEG, and come with a university", async () => {
    const before = await countRows(academy, "student_ids");
    expect(await upload(new Uint8Array())).toMatchObject({
      status: 400,
      body: { code: "student_id_required", error: "Please upload your student ID" },
    });
    const form = '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n\xff\xd8\r\n--b--\r\n';
    const files = [
      ...[pdf(), Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1"), Buffer.from("GIF89arest")],
      ...[JPEGS.progressive, JPEGS.baseline.subarray(0, -2), Buffer.from("\xff\xd8\xff\xe0rest", "latin1")],
      ...["<script>alert(1)</script>", '<svg xmlns="http://www.w3.org/2000/svg"/>', form].map(Buffer.from),
    ];
    for (const file of files) {
      expect(await upload(file)).toMatchObject({
        status: 400,
        body: { code: "student_id_invalid", error: expect.stringMatching(/reload the page.* JPEG image/) },
      });
    }
    const nameless = await upload(undefined, "  ");
    expect(nameless).toMatchObject({ status: 400, body: { error: "University is required" } });
    for (const header of ["x".repeat(201), "%", "%00", "%ED%A0%80"]) {
      const headers = { [UNIVERSITY_HEADER]: header };
      expect(await postStudentId(academy, undefined, { headers })).toMatchObject({
        status: 400,
        body: { code: "bad_request" },
      });
    }
    expect(await countRows(academy, "student_ids")).toBe(before);
  });

  it("may be any small baseline JPEG, from a university whose name has any letters", async () => {
    expect((await upload(JPEGS.grey)).status).toBe(200);
    expect((await upload(JPEGS.baseline, "Université d’Abomey-Calavi, 大学")).status).toBe(200);
    const [row] = await academy.backend.query(
      "select university from public.student_ids where university like 'Univ%大学'",
    );
    expect(row).toEqual({ university: "Université d’Abomey-Calavi, 大学" });
  });
});

describe("uploads of student IDs", () => {
  it("count even if the file cannot be read", async () => {
    await academy.backend.query("delete from public.rate_limits");
    expect((await upload(pdf())).status).toBe(400);
    await useUpDay(academy, "student IDs", 200);
    expect((await upload(pdf())).status).toBe(429);
  });

  it("are rate-limited per minute and per day for each network address", async () => {
    await academy.backend.query("delete from public.rate_limits");
    expect((await upload()).status).toBe(200);
    await useUpDay(academy, "student IDs", 200);
    expect(await upload()).toMatchObject({
      status: 429,
      body: { code: "rate_limited", error: expect.stringContaining("tomorrow") },
    });
  });

  it("are rate-limited per day for each account, across network addresses", async () => {
    const { id, token } = await signUp(academy);
    const headers = { authorization: `Bearer ${token}` };
    const uploadSignedIn = () => postStudentId(academy, undefined, { headers });
    expect((await uploadSignedIn()).status).toBe(200);
    await useUpDay(academy, "student IDs", 30, `by ${id}`);
    expect(await uploadSignedIn()).toMatchObject({ status: 429 });
  });
});
