import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openMailbox } from "@academy/local-supabase";
import { expect, onTestFinished, test } from "vitest";
import { readServerEnv } from "./env.ts";
import { createTwilio, textSender } from "./texts.ts";

test("a local-only academy puts text messages into the mailbox; a public one without a provider sends none", async () => {
  const mailbox = openMailbox(null);
  await textSender(readServerEnv({}), mailbox)?.({ to: "+447700900123", text: "Your code is 123456" });
  expect(mailbox.list()).toMatchObject([{ to: "+447700900123", from: "SMS", text: "Your code is 123456" }]);
  const open = { HOST: "0.0.0.0", STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
  expect(textSender(readServerEnv({ ...open, SMTP_URL: "smtps://mail.example" }), mailbox)).toBeNull();
});

test("the configured SMS provider receives the message, and an error does not contain the phone number", async () => {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization } = request.headers;
    asked.push({ url: request.url, authorization, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end('{"message": "To +447700900123 is not a mobile number"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const { port } = server.address() as AddressInfo;
  const send = createTwilio({ sid: "AC1", token: "secret", from: "MG1" }, `http://127.0.0.1:${port}`);
  await send({ to: "+447700900123", text: "Your code is 123456" });
  expect(asked).toEqual([
    {
      url: "/2010-04-01/Accounts/AC1/Messages.json",
      authorization: `Basic ${btoa("AC1:secret")}`,
      body: "To=%2B447700900123&Body=Your+code+is+123456&MessagingServiceSid=MG1",
    },
  ]);
  status = 400;
  await expect(send({ to: "+447700900123", text: "Your code is 123456" })).rejects.toThrow(/answered 400\.$/);
});

test("an incomplete configuration of the SMS provider is rejected", () => {
  expect(() => readServerEnv({ TWILIO_ACCOUNT_SID: "AC1" })).toThrow(/TWILIO_AUTH_TOKEN: is needed/);
});
