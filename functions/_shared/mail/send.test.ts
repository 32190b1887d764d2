import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { initialFacts, type ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { SITE } from "../../../src/domain/site.ts";
import { MAIL_PLACES, writeMail } from "../../../tests/support/mailSamples.ts";
import { FUNCTIONS_ENVIRONMENT } from "../../../tests/support/server/functionsEnvironment.ts";
import { parseFunctionsEnv } from "../env.ts";
import { footerOf, type MailContent } from "./layout.ts";
import { renderMail } from "./render.ts";
import { sendMail } from "./send.ts";

const { facts: initial } = initialFacts();
const received: Email[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  async onData(stream, _session, callback) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    received.push(await PostalMime.parse(Buffer.concat(chunks)));
    callback();
  },
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  received.length = 0;
});

async function sent(
  to: string,
  content: MailContent,
  facts: ProviderFacts = initial,
): Promise<Email | undefined> {
  const env = parseFunctionsEnv({
    ...FUNCTIONS_ENVIRONMENT,
    // `address()` is a pipe name or null only for servers that do not listen on a port.
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  });
  const { replyTo, unsubscribeUrl } = content;
  await sendMail(env, facts, {
    ...renderMail(content, { footer: footerOf(facts) }),
    to,
    replyTo,
    unsubscribeUrl,
  });
  return received[0];
}

const message = {
  name: 'Ọlá "Ada" <eve@mail.example>, Obi',
  email: "ada@mail.example",
  subject: "A question",
  message: "Hello",
  created_at: "2026-11-21T09:30:00.000Z",
};

it("the provider's reply to a contact message goes to its sender only (S-081)", async () => {
  const mail = await sent(initial.contactEmail, writeMail("contact_message", message));
  expect(mail?.replyTo).toEqual([{ name: message.name, address: "ada@mail.example" }]);
  expect(mail?.to).toEqual([{ name: "", address: initial.contactEmail }]);
  expect(mail?.cc).toBeUndefined();
  expect(mail?.text).toContain("Sent: 21 November 2026 at 09:30");
});

it("the sender's reply to an acknowledgement goes to the contact page's address", async () => {
  const mail = await sent("ada@mail.example", writeMail("contact_acknowledgement", null));
  expect(mail?.replyTo).toEqual([{ name: SITE.name, address: initial.contactEmail }]);
});

it("replies to any other email go to the support address", async () => {
  const mail = await sent("ada@mail.example", { subject: "Hello", blocks: [] });
  expect(mail?.replyTo).toEqual([{ name: "", address: initial.supportEmail }]);
});

it("a reminder can be turned off with the mail program's own button, and other emails have none", async () => {
  const key = "0199a2ff-2f5c-4a00-8000-000000000000";
  const content = writeMail("study_reminder", { step: { lessonId: "5", step: 2, minutes: 12 }, key });
  const headers = (await sent("ada@mail.example", content))?.headers ?? [];
  expect(headers.filter((each) => each.key.startsWith("list-")).map(({ value }) => value)).toEqual([
    `<https://api.example/functions/v1/stop-reminders?key=${key}>`,
    "List-Unsubscribe=One-Click",
  ]);
  expect(content.subject).toBe("Lesson 5, step 2, about 12 minutes");
  expect(content.text).toContain("https://academy.example/academy/course/ai-fluency?lesson=5&step=2");
  received.length = 0;
  const other = await sent("ada@mail.example", writeMail("contact_acknowledgement", null));
  expect(other?.headers.some((each) => each.key.startsWith("list-"))).toBe(false);
});

it.each([
  ["2", "Review 2: lessons 1 to 5", "Next in your study plan", "Open the review"],
  ["due", "Questions to try again", "that you once got wrong are due again", "Open the questions"],
] as const)("a reminder of the review page %s names it and links to it", (review, subject, words, link) => {
  const content = writeMail("study_reminder", { step: { review }, key: "k" });
  expect(content.subject).toBe(subject);
  for (const part of [words, link, `${MAIL_PLACES.siteUrl}/academy/course/ai-fluency/review/${review}`])
    expect(content.text).toContain(part);
});

it("is sent by the sender that staff have chosen, with replies to the support address", async () => {
  const facts = {
    ...initial,
    supportEmail: "help@my-academy.org",
    senderName: "The Academy",
    senderAddress: "post@my-academy.org",
  };
  const mail = await sent("ada@mail.example", writeMail("contact_message", message), facts);
  expect(mail?.from).toEqual({ name: "The Academy", address: "post@my-academy.org" });
  expect(mail?.text).toContain("help@my-academy.org");
});

it.each(["Partners (UK", 'The "new" [Academy]', "O\\'Neil, Obi: Co.", "Ọlá & Ẹbi"])(
  "keeps the sender's address whatever the name is: %s",
  async (senderName) => {
    const facts = { ...initial, senderName, senderAddress: "post@my-academy.org" };
    const mail = await sent("ada@mail.example", writeMail("contact_message", message), facts);
    expect(mail?.from).toEqual({ name: senderName, address: "post@my-academy.org" });
  },
);
