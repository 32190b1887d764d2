import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificatePage } from "../../server/http/certificatePage.ts";
import { CRAWLER_ATTRIBUTE, HEAD_ATTRIBUTE } from "../../src/app/document/documentPage.ts";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { LINK_ENDS } from "../support/hostileInputs.ts";
import { finish, issue, read } from "./learners.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());

/** The response of a server that uses the academy's function and the repository's index.html as its shell. */
async function open(id: string): Promise<{ status: number; page: string }> {
  const shell = join(import.meta.dirname, "..", "..", "index.html");
  const records = (number: string) => read(academy, `verify-certificate?id=${encodeURIComponent(number)}`);
  const site = new Hono().get("/verify/:id", certificatePage(shell, records));
  const reply = await site.request(`/verify/${id}`);
  return { status: reply.status, page: await reply.text() };
}

test("without scripts, the certificate page says whether the certificate is valid, revoked or unknown", async () => {
  const ada = await finish(academy);
  const { id } = await issue(academy, ada, "Ada O'Bi");
  const valid = await open(id);
  expect(valid.status).toBe(200);
  expect(valid.page).toContain("<h1>This certificate is valid</h1><p>Ada O&#39;Bi has completed the course");

  expect(valid.page).toContain(`<title ${HEAD_ATTRIBUTE}>This certificate is valid`);
  expect(valid.page).toContain(`<meta ${CRAWLER_ATTRIBUTE} property="og:title"`);

  await issue(academy, ada, "Ada Obi");
  const revoked = await open(id);
  expect(revoked.status).toBe(200);
  expect(revoked.page).toContain("It was replaced by one with a corrected name.");
  expect(revoked.page).not.toContain("Ada");

  for (const end of LINK_ENDS) {
    const { status, page } = await open(encodeURIComponent(`${id}${end}`));
    expect([end, status]).toEqual([end, 200]);
    expect(page).toContain("It was replaced by one with a corrected name.");
  }
  const unknown = await open("5f0e6a3c-6f0e-4a1b-8a52-3a3f5c1d2e4f");
  expect(unknown.status).toBe(404);
  expect(unknown.page).toContain("We have no certificate with this number.");
  for (const address of ["no-number", id.slice(1), "%E0%A4%A", "%00"]) {
    const { status, page } = await open(address);
    expect([address, status]).toEqual([address, 404]);
    expect(page).toContain("<h1>We could not check this certificate</h1><p>Check the address:");
    expect(page).not.toContain("is not valid");
  }
});
