import { afterAll, beforeAll, expect, it, vi } from "vitest";
import verifyPayment from "../../../functions/verify-guest-payment/index.ts";
import { LOCAL_PUBLISHABLE_KEY } from "../../../server/dataFolder.ts";
import { withAcademy } from "../../support/server/academy.ts";

/** Of verify-guest-payment, for one address. */
const LIMIT = 120;

const academy = withAcademy();
beforeAll(async () => {
  // The functions read this at their first request. Only hosted Supabase sets it.
  process.env.SB_REGION = "eu-west-2";
});
afterAll(async () => {
  delete process.env.SB_REGION;
});

/** How many of these requests, with the headers as the platform sends them, are not rate-limited. */
async function countAllowed(requests: number, headersOf: (index: number) => Record<string, string>) {
  const replies = await Promise.all(
    Array.from({ length: requests }, (_, index) =>
      verifyPayment.fetch(
        new Request(`${academy.url}/verify-guest-payment`, {
          method: "POST",
          headers: headersOf(index),
          body: '{"sessionId":"x"}',
        }),
      ),
    ),
  );
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  expect([...counts.keys()].filter((status) => status !== 404 && status !== 429)).toEqual([]);
  return counts.get(404) ?? 0;
}

it("callers without an address share half of one address's limit, and one line in the log reports it", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await countAllowed(LIMIT, () => ({}))).toBe(LIMIT / 2);
  expect(warnings.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    {
      level: "warn",
      event: "client_address_header_missing",
      source: "verify-guest-payment",
      expected: "cf-connecting-ip",
      used: null,
    },
  ]);
  warnings.mockRestore();
});

it("a caller who invents forwarded addresses does not escape the limit of the platform's last address", async () => {
  const forged = (index: number) => ({ "x-forwarded-for": `192.0.2.${index}, 203.0.113.7` });
  expect(await countAllowed(LIMIT + 10, forged)).toBe(LIMIT);
});

it("the header of the platform counts each caller alone", async () => {
  const own = (index: number) => ({
    "cf-connecting-ip": `192.0.2.${index % 2}`,
    "x-forwarded-for": "203.0.113.7",
  });
  expect(await countAllowed(LIMIT + 10, own)).toBe(LIMIT + 10);
});

it("the database serves a function in the turn of its caller, whom nobody else can name", async () => {
  const served = vi.spyOn(academy.backend, "fetch");
  const turns = () => new Set(served.mock.calls.map(([, address]) => address));
  await countAllowed(1, () => ({ "cf-connecting-ip": "192.0.2.55" }));
  expect(turns()).toEqual(new Set(["192.0.2.55"]));
  served.mockClear();
  await fetch(`${academy.url}/rest/v1/profiles`, {
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, "sb-forwarded-for": "192.0.2.55" },
  });
  expect(turns()).toEqual(new Set(["127.0.0.1"]));
  served.mockRestore();
});
