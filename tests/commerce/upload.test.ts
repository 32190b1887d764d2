import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../src/domain/sales/checkout.ts";
import { signUp } from "../certificate/learners.ts";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { createAccount } from "../support/createAccount.ts";
import { exif, JPEGS, pdf, png, withSegment } from "../support/studentIds.ts";
import { countRows, studentIdForm, useUpDay } from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());

const upload = (form: FormData) => academy.call("upload-student-id", form);

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
    const reply = await upload(studentIdForm(content));
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

  it("is private: neither anonymous callers nor learners can read, list or replace it", async () => {
    await upload(studentIdForm());
    const [row] = await academy.backend.query<{ path: string }>(
      "select path from public.student_ids limit 1",
    );
    const path = row?.path ?? "";
    const learner = academy.client();
    await createAccount(academy.client(academy.secretKey), learner, {
      email: "reader@mail.example",
      password: "a long password",
    });
    for (const client of [academy.client(), learner]) {
      const bucket = client.storage.from("student-ids");
      expect((await bucket.download(path)).data).toBeNull();
      expect((await bucket.list()).data ?? []).toEqual([]);
      expect((await bucket.upload("mine", new Uint8Array([1]))).error).not.toBeNull();
      expect((await bucket.update(path, new Uint8Array([1]))).error).not.toBeNull();
    }
    const open = await fetch(`${academy.url}/storage/v1/object/public/student-ids/${path}`);
    expect(open.ok).toBe(false);
  });

  it("must be under 5 MB (S-098)", async () => {
    for (const bytes of [MAX_STUDENT_ID_BYTES, MAX_STUDENT_ID_BYTES + 1, 2 * MAX_STUDENT_ID_BYTES]) {
      expect(await upload(studentIdForm(pictureOf(bytes)))).toMatchObject({
        status: 413,
        body: { code: "file_too_large", error: "File size must be less than 5MB" },
      });
    }
    expect((await upload(studentIdForm(pictureOf(MAX_STUDENT_ID_BYTES - 1)))).status).toBe(200);
  });

  it("must be present, be a picture or a PDF, and come with a university", async () => {
    const before = await countRows(academy, "student_ids");
    const empty = new FormData();
    empty.set("university", "University of Example");
    expect(await upload(empty)).toMatchObject({
      status: 400,
      body: { error: "Please upload your student ID" },
    });
    expect((await upload(studentIdForm(new Uint8Array()))).body.code).toBe("student_id_required");

    for (const fake of ["%PDF-", "\x89PNG\r\n\x1a\n and the rest", "\xff\xd8\xff\xe0rest", "GIF89arest"]) {
      expect(await upload(studentIdForm(Buffer.from(fake, "latin1")))).toMatchObject({
        status: 400,
        body: {
          code: "student_id_invalid",
          error: expect.stringContaining("JPEG or PNG image, or as a PDF"),
        },
      });
    }
    for (const markup of [
      "<script>alert(1)</script>",
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ])
      expect(await upload(studentIdForm(new TextEncoder().encode(markup)))).toMatchObject({
        status: 400,
        body: { code: "student_id_invalid" },
      });

    const nameless = await upload(studentIdForm(undefined, "  "));
    expect(nameless).toMatchObject({ status: 400, body: { error: "University is required" } });
    expect((await upload(studentIdForm(undefined, "x".repeat(201)))).status).toBe(400);
    expect(await countRows(academy, "student_ids")).toBe(before);
  });

  it("may be any small valid picture or PDF", async () => {
    for (const file of [png(1, 1), ...Object.values(JPEGS), pdf()]) {
      expect((await upload(studentIdForm(file))).status).toBe(200);
    }
  });
});

describe("uploads of student IDs", () => {
  it("are read from no other kind of form, and count even if the form cannot be read", async () => {
    await academy.backend.query("delete from public.rate_limits");
    const post = (type: string, body: string) =>
      fetch(`${academy.url}/functions/v1/upload-student-id`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
    const entries = await post("application/x-www-form-urlencoded", "university=Leeds&file=a");
    expect(await entries.json()).toMatchObject({ code: "bad_request" });
    const counted = "select from public.rate_limits where key = encode(sha256($1), 'hex')";
    const key = [Buffer.from("student IDs of a day 127.0.0.1")];
    expect(await academy.backend.query(counted, key)).toHaveLength(0);
    expect((await post("multipart/form-data; boundary=a", "--b")).status).toBe(400);
    expect(await academy.backend.query(counted, key)).toHaveLength(1);
  });

  it("are rate-limited per minute and per day for each network address", async () => {
    await academy.backend.query("delete from public.rate_limits");
    expect((await upload(studentIdForm())).status).toBe(200);
    await useUpDay(academy, "student IDs", 200);
    expect(await upload(studentIdForm())).toMatchObject({
      status: 429,
      body: { code: "rate_limited", error: expect.stringContaining("tomorrow") },
    });
  });

  it("are rate-limited per day for each account, across network addresses", async () => {
    const { id, token } = await signUp(academy);
    const headers = { authorization: `Bearer ${token}` };
    const uploadSignedIn = () => academy.call("upload-student-id", studentIdForm(), headers);
    expect((await uploadSignedIn()).status).toBe(200);
    await useUpDay(academy, "student IDs", 30, `by ${id}`);
    expect(await uploadSignedIn()).toMatchObject({ status: 429 });
  });
});
