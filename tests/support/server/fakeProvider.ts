import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An account at Google or GitHub, with the fields that an authorised client can read. */
export type ProviderAccount = { id: number; name: string; email: string; isVerified: boolean };

const CLIENT = { clientId: "client-of-the-academy", secret: "secret-of-the-academy" };

export type FakeProvider = {
  settings: typeof CLIENT & { url: string };
  /** Acts as the user whom the academy has redirected to `address`. Returns the address to which the provider redirects. */
  visit(address: string, person: ProviderAccount | "denies"): URL;
  /** While down, the provider rejects every code. */
  setDown(isDown: boolean): void;
  /** Delays all responses until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
};

/**
 * Google and GitHub in one, over HTTP on this machine. A code works once, for its client and return address.
 * In a browser it offers to continue as one of the `visitors`.
 */
export async function startFakeProvider(visitors: ProviderAccount[] = []): Promise<FakeProvider> {
  const codes = new Map<string, { person: ProviderAccount; redirectUri: string }>();
  const tokens = new Map<string, ProviderAccount>();
  let isDown = false;
  let held = Promise.resolve();

  const exchange = (form: URLSearchParams) => {
    const given = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const isOurs =
      form.get("client_id") === CLIENT.clientId &&
      form.get("client_secret") === CLIENT.secret &&
      form.get("redirect_uri") === given?.redirectUri;
    if (!given || !isOurs || isDown) return { status: 400, body: { error: "invalid_grant" } };
    const access_token = randomUUID();
    tokens.set(access_token, given.person);
    return { status: 200, body: { access_token, token_type: "Bearer" } };
  };
  const visit: FakeProvider["visit"] = (address, person) => {
    const { searchParams } = new URL(address);
    const redirectUri = searchParams.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    if (person === "denies") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user has denied your application access.");
      return back;
    }
    const code = randomUUID();
    codes.set(code, { person, redirectUri });
    back.searchParams.set("code", code);
    return back;
  };
  const consentPage = (address: string) => {
    const link = (text: string, to: URL) =>
      `<p><a href="${to.href.replaceAll("&", "&amp;")}">${text}</a></p>`;
    const ways = visitors.map((person) => link(`Continue as ${person.name}`, visit(address, person)));
    return `<!doctype html><title>Provider</title>${ways.join("")}${link("Cancel", visit(address, "denies"))}`;
  };
  const show = (path: string, { id, name, email, isVerified }: ProviderAccount): unknown => {
    switch (path) {
      case "/v1/userinfo":
        return { sub: String(id), name, email, email_verified: isVerified };
      case "/user":
        return { id, login: "somebody", name, email: null };
      case "/user/emails":
        return [
          { email: "work@example.net", primary: false, verified: true },
          { email, primary: true, verified: isVerified },
        ];
      default:
        throw new Error(`the provider has no ${path}`);
    }
  };

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      await held;
      const path = request.url ?? "";
      if (/^\/(o\/oauth2\/v2\/auth|login\/oauth\/authorize)\?/.test(path)) {
        response.writeHead(200, { "content-type": "text/html" });
        response.end(consentPage(`http://127.0.0.1${path}`));
        return;
      }
      const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
      const person = tokens.get(token);
      const isExchange = request.method === "POST" && /^\/(token|login\/oauth\/access_token)$/.test(path);
      const answer = isExchange
        ? exchange(new URLSearchParams(text))
        : person
          ? { status: 200, body: show(path, person) }
          : { status: 401, body: {} };
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;

  return {
    settings: { ...CLIENT, url: `http://127.0.0.1:${port}` },
    visit,
    hold() {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
    setDown: (down) => {
      isDown = down;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
