import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSupervisedBackend } from "@academy/local-supabase";
import { START_TIMEOUT_MS, TEST_KEYS, TEST_SITE_URL } from "@academy/local-supabase/testing";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "./app.ts";
import { SUPABASE_PROJECT } from "./supabaseProject.ts";

test(
  "while a statement keeps the database busy, pages are served and the health check reports it",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "academy-health-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const backend = await startSupervisedBackend({
      dataDir,
      keys: TEST_KEYS,
      siteUrl: TEST_SITE_URL,
      ...SUPABASE_PROJECT,
      onAuthMail: async () => undefined,
      onLost: () => undefined,
    });
    onTestFinished(() => backend.close());
    const app = createApp({
      backend,
      functions: { call: () => Promise.reject(new Error("no functions here")) },
      site: new Hono().get("/pricing", (c) => c.text("a page")),
      dev: null,
    });
    const health = async () => {
      const reply = await app.request("/healthz");
      return [reply.status, await reply.json()];
    };
    expect(await health()).toEqual([200, { status: "ok" }]);
    let isBusy = true;
    const busy = backend.query("select count(*) from generate_series(1, 6000000)").finally(() => {
      isBusy = false;
    });
    expect(await health()).toEqual([200, { status: "ok", database: "busy" }]);
    expect(await (await app.request("/pricing")).text()).toBe("a page");
    expect(isBusy).toBe(true);
    await busy;
    expect(await health()).toEqual([200, { status: "ok" }]);
  },
  START_TIMEOUT_MS,
);
