import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, expect, test, vi } from "vitest";
import { CODES } from "../../../../tests/support/hostileInputs.ts";
import { challengeOf } from "./secondFactor.ts";

afterEach(() => vi.unstubAllGlobals());

test.each(CODES)("a code is sent in plain characters: $about", async ({ typed, plain }) => {
  const challengeAndVerify = vi.fn(async () => ({ data: null, error: null }));
  const getSession = async () => ({ data: { session: { access_token: "token" } } });
  const client = { auth: { mfa: { challengeAndVerify }, getSession } } as unknown as SupabaseClient;
  const challenge = challengeOf(client, [], async () => ({ ok: true }));
  expect(await challenge.passByCode("id", typed)).toEqual({ ok: true });
  expect(challengeAndVerify).toHaveBeenCalledWith({ factorId: "id", code: plain });

  const sent: unknown[] = [];
  vi.stubGlobal("location", { origin: "http://academy.test" });
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true });
  });
  expect(await challenge.passByRecoveryCode(typed)).toEqual({ ok: true });
  expect(sent).toEqual([{ code: plain }]);
});
