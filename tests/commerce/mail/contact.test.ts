import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { initialFacts } from "../../../src/domain/provider/facts.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { newEmail, useUpDay } from "../shop.ts";

const FACTS = initialFacts().facts;

const academy = withAcademy();

const ACCEPTED = { status: 200, body: { success: true } };
const ACKNOWLEDGEMENT = "We have received your message";

const messageFrom = (email: string) => ({
  name: "Ama Tester",
  email,
  subject: "A question",
  message: "Does the course work offline?",
});
const send = (body: unknown) => academy.call("send-contact-email", body);
const storedFrom = (email: string) =>
  academy.backend.query("select name, subject, message from public.contact_messages where email = $1", [
    email,
  ]);
const queued = () => academy.backend.query("select 1 from public.mail_queue");
const mailsTo = (address: string) => academy.mails().filter((mail) => mail.to === address);
const mailsAbout = (email: string) =>
  mailsTo(FACTS.contactEmail).filter((mail) => mail.text.split("\n").includes(`Email: ${email}`));

async function acknowledgementTo(email: string) {
  const [mail] = await eventually(() => {
    const found = mailsTo(email);
    expect(found).toHaveLength(1);
    return found;
  });
  return mail;
}

async function bothMails(email: string) {
  const acknowledgement = await acknowledgementTo(email);
  const [mail, ...others] = await eventually(() => {
    const found = mailsAbout(email);
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  expect(others).toEqual([]);
  // The delivery may still be running, and would send what a test adds to the queue.
  await settleBackground();
  return { mail, acknowledgement };
}

describe("a visitor who sends the contact form (S-081)", () => {
  it("gets an acknowledgement, and the message is stored and emailed to the academy", async () => {
    const email = newEmail();
    const { error } = await academy
      .client()
      .functions.invoke("send-contact-email", { body: messageFrom(email) });
    expect(error).toBeNull();
    const { email: _, ...words } = messageFrom(email);
    expect(await storedFrom(email)).toEqual([words]);
    const { mail, acknowledgement } = await bothMails(email);
    expect(mail?.subject).toBe("Contact form: A question");
    expect(mail?.text).toContain("Name: Ama Tester");
    expect(mail?.text).toContain("\n\nDoes the course work offline?\n\n");
    expect(acknowledgement?.subject).toBe(ACKNOWLEDGEMENT);
    expect(acknowledgement?.text).toContain(FACTS.responseTime);
  });

  it("cannot send text to another person through the acknowledgement", async () => {
    const email = newEmail();
    const typed = { name: "Buy-this", subject: "Cheap-pills", message: "https://evil.example/now" };
    expect(await send({ email, ...typed })).toMatchObject(ACCEPTED);
    const mail = await acknowledgementTo(email);
    for (const each of Object.values(typed)) {
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(each);
    }
  });

  it("may write in any script, over several lines, with whitespace around the text", async () => {
    const email = newEmail();
    const message = "Bonjour, où?\n\n«Ubuntu» — 你好 👩🏽‍🎓\tمرحبا";
    const reply = await send({
      name: "  Ọlá Ṣadé 李 ",
      email: ` ${email} `,
      subject: "Frage: ½?",
      message: `\n${message}\r\n`,
    });
    expect(reply).toMatchObject(ACCEPTED);
    expect(await storedFrom(email)).toEqual([{ name: "Ọlá Ṣadé 李", subject: "Frage: ½?", message }]);
    const { mail } = await bothMails(email);
    expect(mail?.subject).toBe("Contact form: Frage: ½?");
    expect(mail?.text).toContain(message);
  });

  it("sends only one message, even when the device retries the request (S-061)", async () => {
    const email = newEmail();
    const body = { ...messageFrom(email), id: crypto.randomUUID() };
    const replies = await Promise.all([send(body), send(body), send(body)]);
    for (const reply of [...replies, await send(body)]) expect(reply).toMatchObject(ACCEPTED);
    expect(await storedFrom(email)).toHaveLength(1);
    await bothMails(email);
  });

  it("cannot send different text under the id of an earlier message", async () => {
    const email = newEmail();
    const body = { ...messageFrom(email), id: crypto.randomUUID() };
    await send(body);
    expect(await send({ ...body, message: "Other words" })).toMatchObject({
      status: 400,
      body: { code: "bad_request" },
    });
    expect(await storedFrom(email)).toMatchObject([{ message: body.message }]);
  });

  it("gets a response while the mail server is down, and the emails follow later", async () => {
    const email = newEmail();
    // Otherwise an email of an earlier test would fail too, and be counted below.
    await settleBackground();
    academy.setMailServerDown(true);
    expect(await send(messageFrom(email))).toMatchObject(ACCEPTED);
    await eventually(async () =>
      expect(
        await academy.backend.query(
          `select 1 from public.mail_queue join public.contact_messages on contact_messages.id = contact_message_id
           where email = $1 and last_error is not null and lease_id is null`,
          [email],
        ),
      ).toHaveLength(2),
    );
    await settleBackground();
    academy.setMailServerDown(false);
    await academy.backend.query("update public.mail_queue set next_attempt_at = now()");
    expect((await academy.call("deliver-mail", {}, { apikey: academy.secretKey })).body).toMatchObject({
      sent: 2,
    });
    await bothMails(email);
  });

  it("leaves no name, text or address in the log", async () => {
    const log = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const email = newEmail();
    await send(messageFrom(email));
    await send({ ...messageFrom(email), message: "" });
    await send({ ...messageFrom(email), website: "https://spam.example" });
    await bothMails(email);
    const lines = log.mock.calls.join("\n");
    log.mockRestore();
    expect(lines).toContain("message_stored");
    expect(lines).toContain("honeypot");
    for (const personal of [email, "Ama Tester", "A question", "offline", "spam.example"]) {
      expect(lines).not.toContain(personal);
    }
  });
});

describe("the server's validation of a contact message (S-065, S-100, S-113)", () => {
  it.each<[field: string, error: string, value: unknown]>([
    ["name", "Name is required", undefined],
    ["name", "Name is required", " \n "],
    ["name", "Name must be less than 100 characters", "n".repeat(101)],
    ["email", "Invalid email address", "nobody"],
    ["email", "Invalid email address", "a@mail.example\r\nBcc: b@mail.example"],
    ["email", "Email must be less than 255 characters", `${"a".repeat(250)}@mail.example`],
    ["subject", "Subject is required", ""],
    ["subject", "Subject must be less than 200 characters", "s".repeat(201)],
    ["message", "Message is required", "\t"],
    ["message", "Message must be less than 2000 characters", "m".repeat(2001)],
    ["message", "Message must be less than 2000 characters", "m".repeat(50_000)],
  ])('rejects an invalid %s with the error "%s" and stores nothing', async (field, error, value) => {
    const email = newEmail();
    const before = await queued();
    const reply = await send({ ...messageFrom(email), [field]: value });
    expect(reply).toMatchObject({ status: 400, body: { error, code: "bad_request" } });
    expect(await storedFrom(email)).toEqual([]);
    expect(await queued()).toEqual(before);
  });

  it("accepts the longest valid message, which is stored and emailed", async () => {
    const email = `${"e".repeat(60)}@${"d".repeat(63)}.${"d".repeat(63)}.${"d".repeat(56)}.example`;
    // Two fewer than the form allows: our mail server accepts no more, since RFC 5321 §4.5.3.1.3 counts the brackets.
    expect(email).toHaveLength(253);
    const longest = { name: "ñ".repeat(100), email, subject: "👍".repeat(200), message: "字".repeat(2000) };
    expect(await send(longest)).toMatchObject(ACCEPTED);
    const { mail } = await bothMails(email);
    expect(mail?.subject).toBe(`Contact form: ${longest.subject}`);
    expect(mail?.text).toContain(longest.message);
  });

  it.each([
    ["an invalid id", { id: "1" }],
    ["a name that is not a string", { name: ["Ama"] }],
    ["a character that cannot be stored", { message: "a\0b" }],
  ])("rejects %s", async (_, change) => {
    expect(await send({ ...messageFrom(newEmail()), ...change })).toMatchObject({
      status: 400,
      body: { code: "bad_request", requestId: expect.any(String) },
    });
  });
});

describe("a program that abuses the contact form", () => {
  it("cannot inject a header or another recipient", async () => {
    const lineEnd = fc.constantFrom("\n", "\r", "\r\n", "\u2028", "\u0085");
    const words = fc.oneof(fc.constant("Bcc: victim@mail.example"), fc.string());
    const texts = fc.tuple(words, lineEnd, words).map((parts) => parts.join(""));
    const property = fc.asyncProperty(texts, texts, async (name, subject) => {
      const email = newEmail();
      const before = academy.mails().length;
      await academy.backend.query("delete from public.rate_limits");
      expect(await send({ ...messageFrom(email), name: `x${name}`, subject: `x${subject}` })).toMatchObject(
        ACCEPTED,
      );
      const { mail } = await bothMails(email);
      expect(academy.mails()).toHaveLength(before + 2);
      expect(mail?.subject).toMatch(/^Contact form: x[^\p{Cc}\u2028\u2029]*$/u);
      expect(mail?.from).toContain(FACTS.supportEmail);
    });
    await fc.assert(property, { seed: 20261121, numRuns: 6 });
  });

  it("gets the normal response when it fills in the honeypot, but nothing is stored", async () => {
    const email = newEmail();
    const before = await queued();
    const reply = await send({ ...messageFrom(email), website: "https://spam.example" });
    expect(reply).toMatchObject(ACCEPTED);
    expect(await storedFrom(email)).toEqual([]);
    expect(await queued()).toEqual(before);
  });

  it("is limited to five messages per sender, regardless of capitalisation and aliases", async () => {
    const email = newEmail();
    const [local, domain] = email.split("@");
    for (let count = 0; count < 5; count++) {
      const spelling = count % 2 ? email.toUpperCase() : `${local}+${count}@${domain}`;
      expect(await send(messageFrom(spelling))).toMatchObject(ACCEPTED);
    }
    const refused = await send(messageFrom(email));
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await send(messageFrom(newEmail()))).toMatchObject(ACCEPTED);
  });

  it("causes at most one acknowledgement an hour and three a day per mailbox, including its aliases", async () => {
    const [local, domain] = newEmail().split("@");
    const acknowledgements = () =>
      academy.backend.query(
        "select 1 from public.mail_queue where kind = 'contact_acknowledgement' and recipient ilike $1",
        [`${local}%`],
      );
    const hourLater = () =>
      academy.backend.query(
        "update public.mail_queue set created_at = created_at - interval '61 minutes' where recipient ilike $1",
        [`${local}%`],
      );
    const aliases = [`${local}@${domain}`, `${local}+a@${domain}`, `${local?.toUpperCase()}+b+c@${domain}`];
    for (const email of aliases) expect(await send(messageFrom(email))).toMatchObject(ACCEPTED);
    expect(await acknowledgements()).toHaveLength(1);
    for (const email of aliases) {
      expect(await storedFrom(email)).toHaveLength(1);
      await eventually(() => expect(mailsAbout(email)).toHaveLength(1));
    }
    for (const wanted of [2, 3, 3]) {
      await hourLater();
      await send(messageFrom(`${local}+${wanted}@${domain}`));
      expect(await acknowledgements()).toHaveLength(wanted);
    }
  });

  it("causes one acknowledgement for all spellings of a Gmail address, whose dots mean nothing", async () => {
    const local = newEmail().split("@")[0] ?? "";
    const spellings = [
      `${local}@gmail.com`,
      `${local.split("").join(".")}@gmail.com`,
      `${local}@googlemail.com`,
    ];
    for (const email of spellings) expect(await send(messageFrom(email))).toMatchObject(ACCEPTED);
    expect(
      await academy.backend.query(
        "select 1 from public.mail_queue where kind = 'contact_acknowledgement' and recipient = any ($1)",
        [spellings],
      ),
    ).toHaveLength(1);
  });

  it("is limited to a hundred messages a day per network address", async () => {
    expect(await send(messageFrom(newEmail()))).toMatchObject(ACCEPTED);
    await useUpDay(academy, "contact message", 100);
    expect(await send(messageFrom(newEmail()))).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining("tomorrow") },
    });
  });

  it("is limited to thirty messages an hour, and invalid ones do not count", async () => {
    for (let count = 0; count < 35; count++) await send({ ...messageFrom(newEmail()), message: "" });
    expect(await send(messageFrom(newEmail()))).toMatchObject(ACCEPTED);
    await academy.backend.query("update public.rate_limits set count = 29 where count = 1");
    expect(await send(messageFrom(newEmail()))).toMatchObject(ACCEPTED);
    expect(await send(messageFrom(newEmail()))).toMatchObject({
      status: 429,
      body: { code: "rate_limited" },
    });
  });
});

it("a contact message that was deleted by the academy is no longer emailed", async () => {
  const email = newEmail();
  academy.setMailServerDown(true);
  await send(messageFrom(email));
  await academy.backend.query("delete from public.contact_messages where email = $1", [email]);
  academy.setMailServerDown(false);
  expect(
    await academy.backend.query("select 1 from public.mail_queue where recipient = $1", [email]),
  ).toEqual([]);
});

/** An answer as staff_answer_message queues it. Returns its id. */
async function answerTo(email: string, body: string): Promise<string> {
  const [row] = await academy.backend.query<{ id: string }>(
    `insert into private.contact_answers (id, message_id, body)
     select gen_random_uuid(), id, $2 from public.contact_messages where email = $1 returning id`,
    [email, body],
  );
  await academy.backend.query(
    `insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id, data)
     select 'contact_answer', 'contact_answer:' || answer.id, $2, message_id, jsonb_build_object('answer_id', answer.id)
     from private.contact_answers as answer where id = $1`,
    [row?.id, email],
  );
  return row?.id ?? "";
}
const deliver = () => academy.call("deliver-mail", {}, { apikey: academy.secretKey });

it("an answer from the console is emailed to the sender, with nothing that was typed into the form", async () => {
  const email = newEmail();
  await send(messageFrom(email));
  await bothMails(email);
  await answerTo(email, "Yes, it does.");
  expect((await deliver()).body).toMatchObject({ sent: 1 });
  const [mail, ...others] = mailsTo(email).filter(({ subject }) => subject !== ACKNOWLEDGEMENT);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Yes, it does.");
  for (const typed of ["Ama Tester", "A question", "Does the course work offline?"])
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(typed);
});

it("an answer that was deleted with its message is no longer emailed", async () => {
  const email = newEmail();
  await send(messageFrom(email));
  await bothMails(email);
  await answerTo(email, "Yes, it does.");
  await academy.backend.query("delete from private.contact_answers");
  expect((await deliver()).body).toMatchObject({ sent: 0, skipped: 1 });
});
