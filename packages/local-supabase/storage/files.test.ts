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
    const url = new URL(good);
    url.searchParams.set("token", wrong);
    const reply = await backend.fetch(new Request(url));
    expect([reply.status, (await reply.json()).error], wrong).toEqual([400, "InvalidJWT"]);
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

test("storage rejects what it does not simulate: uploads as forms and signed uploads", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  const errors = [
    (await papers.upload("form.pdf", new Blob([PAPER]))).error,
    (await papers.createSignedUploadUrl("signed.pdf")).error,
  ];
  for (const error of errors) expect(error?.message).toMatch(/not simulated/);
  expect((await papers.download("form.pdf")).error).toMatchObject({ statusCode: "404" });
});
