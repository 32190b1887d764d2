// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { writeIdentityHint } from "../../db/store/identityHint.ts";
import { requireUserId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { authState, subscribeAuth } from "../../platform/session/authStore.ts";
import { loader } from "./auth.tsx";

const userId = requireUserId(randomUUID());

function rememberUser() {
  const user = { id: userId, email: "ada@example.com" };
  const session = { access_token: "access", refresh_token: "refresh", expires_in: 3600, user };
  localStorage.setItem("sb-academy-auth-token", JSON.stringify(session));
  writeIdentityHint(userId);
}
const leadsTo = () => {
  const request = new Request(`${location.origin}/auth`);
  return loader({ request })?.headers.get("location") ?? "the sign-in page";
};

const mocks: { mockRestore(): void }[] = [];
afterEach(() => {
  for (const mock of mocks.splice(0)) mock.mockRestore();
  localStorage.clear();
});

test("the sign-in page opens for a visitor", () => {
  expect(leadsTo()).toBe("the sign-in page");
});

test("a signed-in user is redirected from the sign-in page although the device's storage never answers (S-004)", () => {
  rememberUser();
  const neverOpens = { addEventListener: () => undefined } as unknown as IDBOpenDBRequest;
  mocks.push(vi.spyOn(indexedDB, "open").mockReturnValue(neverOpens));
  expect(leadsTo()).toBe(paths.dashboard());
});

test("a user whose browser stores no data can open the sign-in page again", async () => {
  rememberUser();
  const noStore = () => {
    throw new DOMException("no store", "UnknownError");
  };
  mocks.push(vi.spyOn(console, "warn").mockReturnValue());
  mocks.push(vi.spyOn(indexedDB, "open").mockImplementation(noStore));
  const unsubscribe = subscribeAuth(() => undefined);
  await vi.waitFor(() => expect(authState().status).toBe("signedOut"));
  expect(leadsTo()).toBe("the sign-in page");
  unsubscribe();
});
