import { afterAll, beforeAll, expect, test } from "vitest";
import { START_TIMEOUT_MS, startTestBackend, TEST_KEYS, type TestBackend } from "../testing.ts";

const PAPER = new TextEncoder().encode("%PDF-1.7 a student card");

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    "20260101000000_papers.sql":
      "insert into storage.buckets (id, name, public, file_size_limit) values ('papers', 'papers', false, 5242880);",
  });
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

test("a server function stores a file in a private bucket and reads it back unchanged (S-038)", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  expect((await papers.upload("2026/card.pdf", PAPER, { contentType: "application/pdf" })).error).toBeNull();
  const { data } = await papers.download("2026/card.pdf");
  expect(data?.type).toBe("application/pdf");
  expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PAPER);
  expect((await papers.remove(["2026/card.pdf"])).error).toBeNull();
  expect((await papers.download("2026/card.pdf")).error).toMatchObject({ statusCode: "404" });
});

test("neither a visitor nor a learner can read, list or add files in a private bucket (S-074)", async () => {
  const service = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  expect((await service.upload("kept.pdf", PAPER, { contentType: "application/pdf" })).error).toBeNull();
  const learner = backend.client();
  await learner.auth.signUp({ email: "ada@example.com", password: "correct horse" });
  for (const client of [backend.client(), learner]) {
    const papers = client.storage.from("papers");
    expect((await papers.download("kept.pdf")).error).toMatchObject({ statusCode: "404" });
    expect((await papers.list()).data).toEqual([]);
    expect((await papers.upload("new.pdf", PAPER)).error).toMatchObject({ statusCode: "403" });
    await papers.remove(["kept.pdf"]);
  }
  expect((await service.download("kept.pdf")).error).toBeNull();
});

test("storage rejects a file larger than the bucket's limit of five megabytes (S-113)", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  const { error } = await papers.upload("large.pdf", new Uint8Array(5 * 1024 * 1024 + 1));
  expect(error).toMatchObject({ statusCode: "413" });
});

test("anyone with a signed URL can read its file and no other", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  await papers.upload("signed/card one.pdf", PAPER, { contentType: "application/pdf" });
  await papers.upload("signed/two.pdf", PAPER);
  const { data } = await papers.createSignedUrl("signed/card one.pdf", 60);
  const address = data?.signedUrl ?? "";
  expect(address).toMatch(
    /^http:\/\/localhost:3000\/storage\/v1\/object\/sign\/papers\/signed\/card%20one\.pdf\?token=/,
  );
  const reply = await backend.fetch(new Request(address));
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(PAPER);
  const other = await backend.fetch(new Request(address.replace("card%20one.pdf", "two.pdf")));
  expect(other.ok).toBe(false);
});

test("a visitor with a signed upload URL can upload a file", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  const { data } = await papers.createSignedUploadUrl("signed-upload.pdf");
  expect(data?.signedUrl).toContain("/storage/v1/object/upload/sign/papers/signed-upload.pdf?token=");
  const browser = backend.client().storage.from("papers");
  const done = await browser.uploadToSignedUrl("signed-upload.pdf", data?.token ?? "", new Blob([PAPER]));
  expect(done.error).toBeNull();
  expect((await papers.download("signed-upload.pdf")).data?.size).toBe(PAPER.byteLength);
});

test("a form upload stores only the file, with its type and cache time", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  const file = new File([PAPER], "card.pdf", { type: "application/pdf" });
  expect((await papers.upload("form.pdf", file, { cacheControl: "60" })).error).toBeNull();
  const { data } = await papers.info("form.pdf");
  expect(data).toMatchObject({
    httpMetadata: { mimetype: "application/pdf", cacheControl: "max-age=60", size: PAPER.byteLength },
  });
  const stored = await papers.download("form.pdf");
  expect(new Uint8Array((await stored.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PAPER);
});

test("storage rejects a form upload without a file", async () => {
  const form = new FormData();
  form.append("cacheControl", "60");
  const { secretKey } = TEST_KEYS;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const address = "http://localhost:3000/storage/v1/object/papers/empty.pdf";
  const reply = await backend.fetch(new Request(address, { method: "POST", headers, body: form }));
  expect(reply.status).toBe(400);
});

test("a signed URL with a malformed, forged or expired token is answered with 400", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  await papers.upload("expiring.pdf", PAPER);
  const signedFor = async (seconds: number) =>
    new URL((await papers.createSignedUrl("expiring.pdf", seconds)).data?.signedUrl ?? "");
  const good = await signedFor(60);
  expect((await backend.fetch(new Request(good))).status).toBe(200);
  const token = good.searchParams.get("token") ?? "";
  const expired = (await signedFor(-1)).searchParams.get("token") ?? "";
  for (const wrong of ["bad", "a.b.c", "%00", `${token}x`, expired]) {
    for (const [method, kind] of [
      ["GET", "sign"],
      ["PUT", "upload/sign"],
    ] as const) {
      const url = new URL(good.pathname.replace("/sign/", `/${kind}/`), good);
      url.searchParams.set("token", wrong);
      const reply = await backend.fetch(
        new Request(url, { method, ...(method === "PUT" ? { body: "x" } : {}) }),
      );
      expect([reply.status, (await reply.json()).error], `${method} ${wrong}`).toEqual([400, "InvalidJWT"]);
    }
  }
});

test("JSON that cannot be stored or parsed is answered with 400", async () => {
  const headers = {
    apikey: TEST_KEYS.secretKey,
    authorization: `Bearer ${TEST_KEYS.secretKey}`,
    "content-type": "application/json",
  };
  for (const [method, path, body] of [
    ["POST", "list/papers", '{"prefix":"\\u0000"}'],
    ["POST", "list/papers", "bad"],
    ["POST", "copy", "x"],
    ["POST", "list/papers", '{"limit":-1}'],
    ["POST", "list/papers", '{"offset":-1}'],
    ["DELETE", "papers", '{"prefixes":["\\u0000"]}'],
  ] as const) {
    const url = `http://localhost:3000/storage/v1/object/${path}`;
    const reply = await backend.fetch(new Request(url, { method, headers, body }));
    expect([method, path, body, reply.status]).toEqual([method, path, body, 400]);
  }
});
