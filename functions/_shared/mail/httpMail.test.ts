import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FUNCTIONS_ENVIRONMENT } from "../../../tests/support/server/functionsEnvironment.ts";
import { parseFunctionsEnv } from "../env.ts";
import { type MailApi, mailApi, sendByApi } from "./httpMail.ts";
import type { Message } from "./layout.ts";

type Received = {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
};
const received: Received[] = [];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response);
  });
});
const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  };

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
});

const providers = {
  Resend: { set: { RESEND_API_KEY: "re_secret" }, accepted: { id: "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794" } },
  Postmark: {
    set: { POSTMARK_SERVER_TOKEN: "0a1b-2c" },
    accepted: { To: "ada@mail.example", MessageID: "b7bc2f4a", ErrorCode: 0, Message: "OK" },
  },
};

function api(name: keyof typeof providers, url?: string): MailApi {
  const env = parseFunctionsEnv({
    ...FUNCTIONS_ENVIRONMENT,
    MAIL_FROM: "Academy <support@academy.example>",
    // `address()` is a pipe name or null only for servers that do not listen on a port.
    MAIL_API_URL: url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...providers[name].set,
  });
  // One of the two keys is set, so mailApi returns an API.
  return mailApi(env) as MailApi;
}

const message: Message = {
  from: "Academy <support@academy.example>",
  to: "ada@mail.example",
  replyTo: { name: "", address: "help@academy.example" },
  subject: "Your certificate",
  text: "Hello\n",
  html: "<p>Hello</p>",
  id: "0d0c7c8e-4a53-4a0e-9a43-6f9a2f8a2f11",
};
const send = (to: MailApi, change: Partial<Message> = {}, timeoutMs = 5_000) =>
  sendByApi(to, { ...message, ...change }, timeoutMs);
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => expect.fail("it was accepted"),
    (reason: Error) => reason,
  );
const keys = () => received.map(({ headers }) => headers["idempotency-key"]);

describe("an email sent by Resend", () => {
  beforeEach(() => {
    answer = answerWith(200, providers.Resend.accepted);
  });

  it("is sent in one request with the API key, every field and a header that marks it as automatic", async () => {
    await send(api("Resend"));
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      url: "/emails",
      headers: { authorization: "Bearer re_secret", "content-type": "application/json" },
    });
    expect(received[0]?.body).toEqual({
      from: message.from,
      to: ["ada@mail.example"],
      reply_to: ["help@academy.example"],
      subject: "Your certificate",
      text: "Hello\n",
      html: "<p>Hello</p>",
      headers: { "Auto-Submitted": "auto-generated" },
    });
  });

  it("has the same idempotency key on a retry, so that a lost response does not send it twice", async () => {
    answer = (response) => response.destroy();
    await expect(send(api("Resend"))).rejects.toThrow("Resend did not answer");
    answer = answerWith(200, providers.Resend.accepted);
    await send(api("Resend"));
    expect(keys()[0]).toMatch(new RegExp(`^${message.id}/[0-9a-f]{64}$`));
    expect(keys()[1]).toBe(keys()[0]);
  });

  it("has a different idempotency key when a retry contains a new password, so that it is sent again", async () => {
    await send(api("Resend"));
    await send(api("Resend"), { text: "Temporary password: x\n" });
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  it("has no idempotency key when it is not from the queue", async () => {
    await send(api("Resend"), { id: undefined });
    expect(keys()).toEqual([undefined]);
  });
});

describe("an email sent by Postmark", () => {
  it("is sent in one request with the token, every field and tracking disabled", async () => {
    answer = answerWith(200, providers.Postmark.accepted);
    await send(api("Postmark"));
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      url: "/email",
      headers: {
        "x-postmark-server-token": "0a1b-2c",
        accept: "application/json",
        "content-type": "application/json",
      },
    });
    expect(received[0]?.body).toEqual({
      From: message.from,
      To: "ada@mail.example",
      ReplyTo: "help@academy.example",
      Subject: "Your certificate",
      TextBody: "Hello\n",
      HtmlBody: "<p>Hello</p>",
      Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      TrackOpens: false,
      TrackLinks: "None",
    });
  });
});

describe.each(["Resend", "Postmark"] as const)("an email submitted to %s", (name) => {
  it.each([
    [422, { statusCode: 422, name: "validation_error", message: "Invalid `to` field: ada@mail.example" }],
    [422, { ErrorCode: 406, Message: "Inactive recipient: ada@mail.example" }],
    [429, { message: "Too many requests for ada@mail.example and re_secret" }],
  ])("fails on HTTP %i with the provider's explanation, without addresses or keys", async (status, body) => {
    answer = answerWith(status, body);
    const error = await failureOf(send(api(name)));
    expect(error.message).toMatch(new RegExp(`^${name} answered ${status}: (Invalid|Inactive|Too many)`));
    expect(error.message).toContain("[email]");
    expect(error.message).not.toMatch(/ada@|re_secret/);
  });

  it.each([
    ["a server error with an HTML page", 503, "<html>ada@mail.example</html>"],
    ["a success with an HTML page", 200, "<html>Sign in to the network</html>"],
    ["a success that lacks the expected fields", 200, { ErrorCode: 300, Message: "Invalid email request" }],
    ["a server error with the body of an accepted email", 500, { id: "1", ErrorCode: 0 }],
    ["an empty success", 204, ""],
  ])("does not count as accepted after %s", async (_, status, body) => {
    answer = answerWith(status, body);
    await expect(send(api(name))).rejects.toThrow(
      new RegExp(`^${name} answered ${status}: (no explanation|Invalid email request)$`),
    );
  });

  it("is not resent to the target of a redirect, which would also receive the API key", async () => {
    answer = (response) => {
      answer = answerWith(200, providers[name].accepted);
      response.writeHead(307, { location: "/elsewhere" }).end();
    };
    await expect(send(api(name))).rejects.toThrow(`${name} did not answer`);
    expect(received).toHaveLength(1);
  });

  it("fails after the timeout, even in the middle of a response", async () => {
    for (const silent of [() => undefined, (response: ServerResponse) => void response.write("{")]) {
      answer = silent;
      const error = await failureOf(send(api(name), {}, 100));
      expect(error.message).toBe(`${name} did not answer`);
      expect(error.cause).toMatchObject({ name: "TimeoutError" });
    }
  });

  it("is not sent to a recipient that could be parsed as several addresses", async () => {
    answer = answerWith(200, providers[name].accepted);
    for (const to of [
      "a@b.example,eve@mail.example",
      "Ada <a@b.example>",
      "a@b.example;",
      "a@b@c.example",
      "",
    ])
      await expect(send(api(name), { to })).rejects.toThrow("not a plain email address");
    expect(received).toEqual([]);
  });

  it("has a reply-to name without any character that could end the name or add an address (S-081)", async () => {
    answer = answerWith(200, providers[name].accepted);
    const replyTo = { name: 'Ọlá "Ada" <eve@mail.example>,\r\nObi\\', address: "ada@mail.example" };
    await send(api(name), { replyTo });
    const mailbox = '"Ọlá Ada eve mail.example Obi" <ada@mail.example>';
    expect(received[0]?.body).toMatchObject(
      name === "Resend" ? { reply_to: [mailbox] } : { ReplyTo: mailbox },
    );
  });
});

it("email is sent to the provider's own server unless MAIL_API_URL names another one", () => {
  expect(api("Resend", "").url).toBe("https://api.resend.com/emails");
  expect(api("Postmark", "").url).toBe("https://api.postmarkapp.com/email");
});
