import { Hono } from "hono";
import { expect, test } from "vitest";
import { heldBodies } from "./heldBodies.ts";

const MIB = 1024 * 1024;

/** A site whose handler reads the whole body. */
function siteWith(timeoutMs?: number) {
  const app = new Hono();
  app.use(heldBodies((c) => c.req.header("x-address") ?? "203.0.113.1", timeoutMs));
  app.post("/", async (c) => {
    try {
      return c.json({ bytes: (await c.req.arrayBuffer()).byteLength });
    } catch {
      return c.text("interrupted", 400);
    }
  });
  return app;
}

/** A body that stays open until `finish` is called, and `isHeld` resolves when all of `bytes` has been read. */
function openBody(bytes: number) {
  const held = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let left = bytes;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (left > 0) {
          const size = Math.min(MIB, left);
          left -= size;
          controller.enqueue(new Uint8Array(size));
          return;
        }
        held.resolve();
        await ended.promise;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isHeld: held.promise, finish: ended.resolve };
}

const post = (app: Hono, body: ReadableStream, address: string) =>
  app.request("/", {
    method: "POST",
    body,
    headers: { "x-address": address },
    duplex: "half",
  } as RequestInit);

test("one address cannot hold more than 32 MiB of bodies open, and others can still send theirs", async () => {
  const app = siteWith();
  const open = Array.from({ length: 3 }, () => openBody(9.9 * MIB));
  const replies = open.map(({ body }) => post(app, body, "203.0.113.1"));
  await Promise.all(open.map(({ isHeld }) => isHeld));
  const refused = await post(app, openBody(9.9 * MIB).body, "203.0.113.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  const small = openBody(MIB);
  small.finish();
  expect((await post(app, small.body, "203.0.113.2")).status).toBe(200);
  for (const { finish } of open) finish();
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const later = openBody(9.9 * MIB);
  later.finish();
  expect((await post(app, later.body, "203.0.113.1")).status).toBe(200);
});

test("a body that does not arrive in time is ended, and the request is answered with 408", async () => {
  const slow = openBody(10);
  expect((await post(siteWith(20), slow.body, "203.0.113.1")).status).toBe(408);
  slow.finish();
});
