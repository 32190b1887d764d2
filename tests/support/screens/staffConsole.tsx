import { randomUUID } from "node:crypto";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, vi } from "vitest";
import { forgetIdentity, storeIdentity } from "../../../src/db/store/active.ts";
import { requireUserId } from "../../../src/domain/ids.ts";
import { type Me, StaffProvider } from "../../../src/features/staff/frame/access.ts";

/** A call to a database function of the console, and its arguments. */
type Asked = { name: string; args: Record<string, unknown> };
type Reply = (asked: Asked) => Response | Promise<Response>;

/** A member of staff for screens that are tested without the gate. */
export const STAFF: Me = { role: "staff", email: "mo@academy.example" };

/**
 * A server whose database functions answer with what `answers` says, and a device that is signed in. Use this at the top
 * of a test file. `asked` lists the calls of the current test, and `tokens` what they sent to prove who asks.
 */
export function withStaffServer() {
  const userId = requireUserId(randomUUID());
  const server = {
    asked: [] as Asked[],
    /** The arguments of the last call of this function. The console also asks who is signed in, at any time. */
    lastArgs: (name: string) => server.asked.findLast((each) => each.name === name)?.args,
    tokens: [] as (string | null)[],
    /** Replace this in a test. */
    answers: (() => refusal(500, {})) as Reply,
    /** The browser reports that it has, or has lost, its connection. */
    async connect(isOnline: boolean) {
      onLine.mockReturnValue(isOnline);
      await act(async () => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
    },
    /** The session of the signed-in user, with this access token. */
    sessionWith: (token: string) => ({
      access_token: token,
      refresh_token: randomUUID(),
      expires_at: expiry(),
      user: { id: userId, email: STAFF.email },
    }),
  };
  let onLine = vi.spyOn(navigator, "onLine", "get");
  beforeEach(async () => {
    onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    server.asked = [];
    server.tokens = [];
    server.answers = ({ name }) => (name === "staff_me" ? Response.json(STAFF) : refusal(500, {}));
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      const name = new URL(url).pathname.replace("/rest/v1/rpc/", "");
      const asked = { name, args: JSON.parse(String(init?.body ?? "{}")) };
      server.asked.push(asked);
      server.tokens.push(new Headers(init?.headers).get("authorization"));
      return server.answers(asked);
    });
    const token = tokenOf({ sub: userId, aal: "aal1", amr: [] });
    localStorage.setItem("sb-academy-auth-token", JSON.stringify(server.sessionWith(token)));
    await storeIdentity({ userId, email: STAFF.email, mustChangePassword: false });
  });
  afterEach(async () => {
    cleanup();
    onLine.mockRestore();
    vi.unstubAllGlobals();
    await forgetIdentity();
    localStorage.clear();
  });
  return server;
}

/** PostgREST's reply to an exception. */
export function refusal(status: number, error: { code?: string; message?: string; hint?: string }): Response {
  return Response.json(error, { status });
}

/** An access token as supabase-js reads it. Nothing here checks its signature. */
function tokenOf(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "ES256", typ: "JWT" }), part({ ...claims, exp: expiry() }), part("unsigned")].join(".");
}

/** In an hour, in seconds. */
function expiry(): number {
  return Math.floor(Date.now() / 1000) + 3600;
}

/** Renders a screen of the console at an address, as a member of staff. Returns the router, to read the address. */
export function openScreen(screen: ReactNode, address = "/staff") {
  const value = { me: STAFF, noteRefusal: vi.fn() };
  const router = createMemoryRouter(
    [{ path: "*", element: <StaffProvider value={value}>{screen}</StaffProvider> }],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { router, noteRefusal: value.noteRefusal };
}
