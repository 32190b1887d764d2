// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { refusal, withStaffServer } from "../../tests/support/screens/staffConsole.tsx";
import { staffRpc } from "./staffRpc.ts";

const server = withStaffServer();

const refund = () => staffRpc("staff_refund", { p_order: "1" }, z.object({ refunded: z.int() }));

test("a call of the console sends the user's own token, and its reply is validated", async () => {
  server.answers = () => Response.json({ refunded: 5000 });
  expect(await refund()).toEqual({ ok: true, data: { refunded: 5000 } });
  expect(server.asked).toEqual([{ name: "staff_refund", args: { p_order: "1" } }]);
  expect(server.tokens[0]).toMatch(/^Bearer ey/);

  vi.spyOn(console, "warn").mockImplementationOnce(() => undefined);
  server.answers = () => Response.json({ refunded: "all" });
  expect(await refund()).toEqual({ ok: false, kind: "broken", message: null });
});

test("a refusal in a sentence is for staff to read, and any other error is not", async () => {
  server.answers = () => refusal(400, { code: "P0001", message: "This order was already refunded." });
  expect(await refund()).toMatchObject({ kind: "refused", message: "This order was already refunded." });
  server.answers = () => refusal(400, { code: "23514", message: 'violates check constraint "orders_check"' });
  expect(await refund()).toMatchObject({ kind: "refused", message: null, code: "23514" });
});

test("a refusal's hint says what the session lacks", async () => {
  server.answers = () => refusal(403, { code: "42501", message: "no", hint: "second_factor_needed" });
  expect(await refund()).toMatchObject({ kind: "refused", code: "second_factor_needed" });
});

test("a rejected token is renewed once, because the device's clock may be wrong", async () => {
  const [old, renewed] = ["old", "new"].map((name) => `Bearer ${name}`);
  server.answers = ({ name }) => {
    if (name === "/auth/v1/token") return Response.json(server.sessionWith("new"));
    return server.tokens.at(-1) === renewed
      ? Response.json({ refunded: 1 })
      : refusal(401, { code: "PGRST303" });
  };
  localStorage.setItem("sb-academy-auth-token", JSON.stringify(server.sessionWith("old")));
  expect(await refund()).toEqual({ ok: true, data: { refunded: 1 } });
  expect(server.tokens.filter((token) => token === old || token === renewed)).toEqual([old, renewed]);
});

test("a token that is rejected even after it was renewed ends the session", async () => {
  server.answers = ({ name }) =>
    name === "/auth/v1/token" ? Response.json(server.sessionWith("new")) : refusal(401, { code: "PGRST303" });
  expect(await refund()).toMatchObject({ kind: "refused", code: "session_ended" });
});

test("a session that the server does not renew now is not a lost connection", async () => {
  server.answers = () => refusal(500, { code: "unexpected_failure", message: "no" });
  const session = { ...server.sessionWith("old"), expires_at: 0 };
  localStorage.setItem("sb-academy-auth-token", JSON.stringify(session));
  expect(await refund()).toEqual({ ok: false, kind: "broken", message: null });
});

test("a lost connection leaves the outcome unknown", async () => {
  server.answers = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await refund()).toEqual({ ok: false, kind: "offline", message: null });
});
