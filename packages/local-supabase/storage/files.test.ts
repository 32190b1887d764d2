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

test("a server function keeps a paper in a private bucket and finds it unchanged (S-038)", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  expect((await papers.upload("2026/card.pdf", PAPER, { contentType: "application/pdf" })).error).toBeNull();
  const { data } = await papers.download("2026/card.pdf");
  expect(data?.type).toBe("application/pdf");
  expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PAPER);
  expect((await papers.remove(["2026/card.pdf"])).error).toBeNull();
  expect((await papers.download("2026/card.pdf")).error).toMatchObject({ statusCode: "404" });
});

test("neither a visitor nor a learner can read, list or add papers (S-074)", async () => {
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

test("a paper of more than five megabytes is refused (S-113)", async () => {
  const papers = backend.client(TEST_KEYS.secretKey).storage.from("papers");
  const { error } = await papers.upload("large.pdf", new Uint8Array(5 * 1024 * 1024 + 1));
  expect(error).toMatchObject({ statusCode: "413" });
});
