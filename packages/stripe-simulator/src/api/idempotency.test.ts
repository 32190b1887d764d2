import { expect, test } from "vitest";
import { openStore } from "../store.ts";
import { ApiError } from "./apiError.ts";
import { createIdempotency } from "./idempotency.ts";

const DAY_SECONDS = 24 * 60 * 60;

test("a second request with the same idempotency key is rejected while the first is running", async () => {
  const idempotency = createIdempotency(await openStore(null), () => 0);
  idempotency.begin("key", "/v1/customers", "name=a");
  expect(() => idempotency.begin("key", "/v1/customers", "name=a")).toThrow(
    expect.objectContaining({
      status: 409,
      body: expect.objectContaining({ code: "idempotency_key_in_use" }),
    }),
  );
  idempotency.end("key");
  expect(idempotency.begin("key", "/v1/customers", "name=a")).toBeNull();
});

test("an idempotency key can be reused after a day", async () => {
  let now = 0;
  const idempotency = createIdempotency(await openStore(null), () => now);
  idempotency.keep("key", "/v1/customers", "name=a", { status: 200, body: "{}" });
  expect(idempotency.begin("key", "/v1/customers", "name=a")).toMatchObject({ status: 200, body: "{}" });
  now = DAY_SECONDS;
  expect(idempotency.begin("key", "/v1/products", "name=b")).toBeNull();
});

test("an idempotency key longer than 255 characters is rejected", async () => {
  const idempotency = createIdempotency(await openStore(null), () => 0);
  expect(() => idempotency.begin("k".repeat(256), "/v1/customers", "")).toThrow(ApiError);
});
