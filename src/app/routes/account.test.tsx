// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity, storeIdentity } from "../../db/store/active.ts";
import { requireUserId } from "../../domain/ids.ts";
import { forgetLack } from "../../platform/session/halfSession.ts";
import { Component } from "./account.tsx";

const KEY = "sb-academy-auth-token";
const userId = requireUserId(randomUUID());
const EMAIL = "ada@example.com";

type ServerFactor = {
  id: string;
  status: "verified" | "unverified";
  factor_type: string;
  friendly_name: string;
};
const APP: ServerFactor = { id: "app", status: "verified", factor_type: "totp", friendly_name: "Old phone" };
const KEY_RING: ServerFactor = { ...APP, id: "key", factor_type: "webauthn", friendly_name: "Passkey" };

/** An auth server with one account and one session, which has passed the factor `passed`. */
const server = {
  factors: [] as ServerFactor[],
  passed: null as string | null,
  /** Replace this to lose or change a response. The server has already acted on the request. */
  line: (_request: string, response: Response): Response | Promise<Response> => response,
};
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const user = () => ({ id: userId, email: EMAIL, app_metadata: {}, factors: server.factors });

function session() {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: userId, exp, aal: server.passed ? "aal2" : "aal1", amr: [] };
  const access_token = [part({ alg: "ES256", typ: "JWT" }), part(claims), part("unsigned")].join(".");
  return { access_token, refresh_token: randomUUID(), expires_in: 3600, expires_at: exp, user: user() };
}

function answer(method: string, path: string, body: Record<string, string>): Response {
  if (path === "/auth/v1/token") return Response.json(session());
  if (path === "/auth/v1/user") return Response.json(user());
  if (path === "/rest/v1/rpc/recovery_codes_left") {
    const isHalf = server.factors.some(({ status }) => status === "verified") && !server.passed;
    const refused = { code: "42501", message: "no", hint: "second_factor_needed" };
    return isHalf ? Response.json(refused, { status: 403 }) : Response.json(3);
  }
  if (method === "DELETE") {
    const id = path.replace("/auth/v1/factors/", "");
    if (!server.factors.some((factor) => factor.id === id)) {
      return Response.json({ error_code: "mfa_factor_not_found", msg: "Factor not found" }, { status: 404 });
    }
    server.factors = server.factors.filter((factor) => factor.id !== id);
    if (server.passed === id) server.passed = null;
    return Response.json({ id });
  }
  if (path === "/auth/v1/factors") return enrol(body);
  return Response.json([]);
}

function enrol({ friendly_name = "", factor_type = "" }: Record<string, string>): Response {
  if (server.factors.some((factor) => factor.friendly_name === friendly_name)) {
    const msg = `A factor with the friendly name "${friendly_name}" for this user already exists`;
    return Response.json({ error_code: "mfa_factor_name_conflict", msg }, { status: 422 });
  }
  const begun: ServerFactor = { id: randomUUID(), status: "unverified", factor_type, friendly_name };
  server.factors = [...server.factors, begun];
  return Response.json({
    ...begun,
    type: factor_type,
    totp: { qr_code: "<svg/>", secret: "SECRET", uri: "" },
  });
}

beforeEach(async () => {
  Object.assign(server, { factors: [APP, KEY_RING], passed: APP.id, line: (_: string, ok: Response) => ok });
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url);
    const method = init?.method ?? "GET";
    return server.line(
      `${method} ${pathname}`,
      answer(method, pathname, JSON.parse(String(init?.body ?? "{}"))),
    );
  });
  localStorage.setItem(KEY, JSON.stringify(session()));
  await storeIdentity({ userId, email: EMAIL, mustChangePassword: false });
});
afterEach(async () => {
  const { supabase } = await import("../../platform/session/supabase.ts");
  await supabase().auth.stopAutoRefresh();
  vi.unstubAllGlobals();
  forgetLack();
  await forgetIdentity();
  localStorage.clear();
});

function open(fragment = "") {
  openRoutes([{ path: "*", Component }], `/${fragment}`);
}

async function openFactors() {
  open();
  const section = await screen.findByRole("region", { name: "Second factor" });
  await within(section).findByRole("button", { name: "Add a passkey" });
  return within(section);
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const removable = () =>
  screen.queryAllByRole("button", { name: /^Remove / }).map((button) => button.getAttribute("aria-label"));
const alerts = () =>
  screen
    .queryAllByRole("alert")
    .map(({ textContent }) => textContent)
    .join("");
const asksToConfirm = () => screen.findByRole("heading", { name: "Use your passkey" });

test("removing the factor that this session has passed makes the account page ask for another one", async () => {
  await openFactors();
  press("Remove Old phone");
  await asksToConfirm();
  expect(screen.queryByText("Old phone")).toBeNull();
  expect(removable()).toEqual([]);
});

test("the account page asks for another factor even if the session could not be renewed after the removal", async () => {
  await openFactors();
  server.line = (request, response) => (request === "POST /auth/v1/token" ? lost() : response);
  press("Remove Old phone");
  await asksToConfirm();
});

test("removing a factor that this session has not passed leaves the others", async () => {
  await openFactors();
  press("Remove Passkey");
  await vi.waitFor(() => expect(removable()).toEqual(["Remove Old phone"]));
  await screen.findByText(/You have 3 recovery codes/);
});

test("after the only factor was removed, the account page says that the account has none", async () => {
  server.factors = [APP];
  await openFactors();
  press("Remove Old phone");
  await screen.findByText(/protected only by your password/);
  screen.getByRole("button", { name: "Add a passkey" });
});

test.each<[string, typeof server.line]>([
  [
    "although the response to its removal was lost",
    (request, response) => (request.startsWith("DELETE") ? lost() : response),
  ],
  [
    "although the list cannot be loaded again",
    (request, response) => (request === "GET /auth/v1/user" ? lost() : response),
  ],
])("a removed factor leaves the list %s", async (_, line) => {
  await openFactors();
  server.line = line;
  press("Remove Passkey");
  await vi.waitFor(() => expect(removable()).toEqual(["Remove Old phone"]));
  expect(alerts()).toBe("");
});

test("a factor that was removed on another device leaves the list when it is removed here", async () => {
  await openFactors();
  server.factors = [APP];
  press("Remove Passkey");
  await vi.waitFor(() => expect(removable()).toEqual(["Remove Old phone"]));
  expect(alerts()).toBe("");
});

test("a factor that could not be removed stays in the list, with the reason", async () => {
  const section = await openFactors();
  server.line = (request, response) => {
    if (!request.startsWith("DELETE")) return response;
    server.factors = [APP, KEY_RING];
    return Response.json({ error_code: "conflict", msg: "Please try again later" }, { status: 409 });
  };
  press("Remove Passkey");
  await section.findByText("Please try again later");
  expect(removable()).toEqual(["Remove Old phone", "Remove Passkey"]);
});

test("a part of the account that cannot be loaded says why, and can be tried again", async () => {
  const message = "Please wait until 10:00.";
  server.line = (request, response) =>
    /profiles|orders|recovery_codes/.test(request) ? Response.json({ message }, { status: 500 }) : response;
  open();
  for (const part of ["profile", "second factors", "payments"]) {
    await screen.findByText(`Your ${part} could not be shown`);
  }
  expect(screen.getAllByText(message)).toHaveLength(3);
  expect(screen.queryByText(/connection/)).toBeNull();
  server.line = (_, response) => response;
  for (const button of screen.getAllByRole("button", { name: "Try again" })) fireEvent.click(button);
  await screen.findByText("You have not bought anything with this account yet");
  await screen.findByRole("button", { name: "Remove Passkey" });
});

test("the link of a receipt scrolls to the payments once they have loaded (S-129)", async () => {
  const scrolled: string[] = [];
  // jsdom has no layout and no such method.
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.id);
  };
  open("#payments");
  await screen.findByText("You have not bought anything with this account yet");
  await waitFor(() => expect(scrolled).toEqual(["payments"]));
});

test("a factor whose set-up was cancelled does not block its name", async () => {
  const section = await openFactors();
  for (const _ of ["cancelled", "again"]) {
    press("Add an authenticator app");
    press("Continue");
    await section.findByAltText("QR code for your authenticator app");
    press("Cancel");
  }
  expect(section.queryByText(/already exists/)).toBeNull();
  expect(removable(), "an unverified factor is not listed").toEqual(["Remove Old phone", "Remove Passkey"]);
});
