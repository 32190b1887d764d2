import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_STUDENT_ID_BYTES } from "../../src/domain/checkout.ts";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { countRows, studentIdForm } from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());

const upload = (form: FormData) => academy.call("upload-student-id", form);

function pictureOf(bytes: number): Uint8Array {
  const picture = new Uint8Array(bytes);
  picture.set([0xff, 0xd8, 0xff, 0xe0]);
  return picture;
}

describe("a student's ID (S-038, S-066, S-113)", () => {
  it("is kept byte for byte, under a name of our own, as what it is and not as what it is called", async () => {
    const content = pictureOf(70_000).fill(7, 4);
    const reply = await upload(studentIdForm(content));
    expect(reply).toMatchObject({ status: 200, body: { ref: expect.stringMatching(/^[\w-]{43}$/) } });
    const [row] = await academy.backend.query<{ path: string }>("select * from public.student_ids");
    expect(row).toMatchObject({
      content_type: "image/jpeg",
      bytes: 70_000,
      university: "University of Example",
    });
    expect(row?.path).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(row)).not.toContain(reply.body.ref);

    const stored = await academy
      .client(academy.secretKey)
      .storage.from("student-ids")
      .download(row?.path ?? "");
    expect(stored.error).toBeNull();
    expect(new Uint8Array((await stored.data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(content);
  });

  it("is private: neither visitors nor learners can read, list or replace it", async () => {
    await upload(studentIdForm());
    const [row] = await academy.backend.query<{ path: string }>(
      "select path from public.student_ids limit 1",
    );
    const path = row?.path ?? "";
    const learner = academy.client();
    await learner.auth.signUp({ email: "reader@mail.example", password: "a long password" });
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

  it("must be there, be a picture or a PDF, and come with a university", async () => {
    const before = await countRows(academy, "student_ids");
    const empty = new FormData();
    empty.set("university", "University of Example");
    expect(await upload(empty)).toMatchObject({
      status: 400,
      body: { error: "Please upload your student ID" },
    });
    expect((await upload(studentIdForm(new Uint8Array()))).body.code).toBe("student_id_required");

    const page = new TextEncoder().encode("<script>alert(1)</script>");
    expect(await upload(studentIdForm(page))).toMatchObject({
      status: 400,
      body: { code: "student_id_invalid" },
    });

    const nameless = await upload(studentIdForm(undefined, "  "));
    expect(nameless).toMatchObject({ status: 400, body: { error: "University is required" } });
    expect((await upload(studentIdForm(undefined, "x".repeat(201)))).status).toBe(400);
    expect(await countRows(academy, "student_ids")).toBe(before);
  });
});
