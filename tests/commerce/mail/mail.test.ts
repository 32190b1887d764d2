import type { Mail } from "@academy/local-supabase";
import { beforeEach, describe, expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { orderNumber } from "../../../src/domain/ids.ts";
import { initialFacts } from "../../../src/domain/provider/facts.ts";
import { eventually } from "../../support/eventually.ts";
import { BAIT } from "../../support/mailSamples.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import {
  newEmail,
  openCheckout,
  postStudentId,
  professionalPayload,
  proveAddress,
  studentPayload,
} from "../shop.ts";

const FACTS = initialFacts().facts;

const academy = withAcademy();
// An email of an earlier test must not be counted.
beforeEach(async () => {
  academy.setMailServerDown(false);
  await settleBackground();
});

const deliverMail = (key = academy.secretKey) => academy.call("deliver-mail", {}, { apikey: key });
const makeDue = () => academy.backend.query("update public.mail_queue set next_attempt_at = now()");

async function buy(email: string, payload: Record<string, unknown> = professionalPayload(email)) {
  const { url, sessionId } = await openCheckout(academy, payload);
  await payOnHostedPage(url);
  await academy.call("verify-guest-payment", { sessionId });
}

/** Waits until the first attempt of every email to these buyers has failed, then postpones the whole queue. */
async function putOff(...emails: string[]) {
  await eventually(async () => {
    const rows = await academy.backend.query(
      "select 1 from public.mail_queue where recipient = any($1) and last_error is not null and lease_id is null",
      [emails],
    );
    expect(rows).toHaveLength(2 * emails.length);
  });
  await settleBackground();
  await academy.backend.query("update public.mail_queue set next_attempt_at = now() + interval '1 hour'");
}

function mailTo(email: string, subject: RegExp): Mail {
  const found = academy.mails().find((mail) => mail.to === email && subject.test(mail.subject));
  expect(found, `an email ${subject} to ${email}`).toBeDefined();
  // The line above checks that it is defined.
  return found as Mail;
}

function passwordIn(mail: Mail): string {
  return /^Temporary password: (\S+)$/m.exec(mail.text)?.[1] ?? "";
}

describe("the email about a student order", () => {
  const checks = () => academy.mails().filter(({ subject }) => subject.startsWith("Check a student ID"));

  it("goes to the staff once, after the payment, with the university's name escaped and a link to the student ID in the console", async () => {
    const email = newEmail();
    const university = `<b>University</b> of ${"x".repeat(150)}`;
    const { ref } = (await postStudentId(academy, undefined, { university })).body;
    await buy(email, { ...(await studentPayload(academy, email)), studentIdRef: ref });
    const [mail, ...others] = await eventually(() => {
      expect(checks()).toHaveLength(1);
      return checks();
    });
    expect(others).toEqual([]);
    const [row] = await academy.backend.query<{ id: string; file: string }>(
      "select orders.id, student_ids.id as file from public.orders join public.student_ids on order_id = orders.id where email = $1",
      [email],
    );
    expect(mail?.to).toBe(FACTS.contactEmail);
    expect(mail?.text).toContain(`Order: ${orderNumber(row?.id ?? "")}`);
    expect(mail?.text).toContain(`/staff/student-ids/${row?.file}`);
    expect(mail?.text).toContain("University (as entered): <b>University</b> of xxx");
    expect(mail?.text).not.toContain("x".repeat(100));
    expect(mail?.html).toContain("&lt;b&gt;University");
    // A later change of status, such as a won dispute, is not another sale.
    for (const status of ["disputed", "paid"]) {
      await academy.backend.query("update public.orders set status = $1 where id = $2", [status, row?.id]);
    }
    await deliverMail();
    expect(checks()).toHaveLength(1);
  });

  it("is not sent for other tiers or before payment", async () => {
    const before = checks().length;
    await buy(newEmail());
    await openCheckout(academy, await studentPayload(academy, newEmail()));
    await deliverMail();
    expect(checks()).toHaveLength(before);
  });
});

describe("an email to an unverified address", () => {
  it("contains none of the text typed into the order form, even after a payment", async () => {
    const email = newEmail();
    await buy(email, {
      ...professionalPayload(email),
      ...{ firstName: BAIT, lastName: BAIT, organization: BAIT, country: BAIT, phone: "evil.example" },
      priceId: "academy_professional_installment",
    });
    await eventually(() => {
      for (const subject of [/sign-in details/, /^Receipt/, /3-month plan/]) mailTo(email, subject);
    });
    await deliverMail();
    for (const mail of academy.mails().filter(({ to }) => to === email)) {
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain("evil.example");
    }
  });
});

describe("the greeting (S-157)", () => {
  async function greeting(email: string): Promise<string | undefined> {
    await academy.backend.query(
      `insert into public.mail_queue (kind, dedupe_key, recipient, data)
       values ('password_changed', gen_random_uuid()::text, $1, '{"at": "2026-11-21T09:30:00Z"}')`,
      [email],
    );
    await deliverMail();
    const isTo = (mail: Mail) => mail.to.toLowerCase() === email.toLowerCase();
    // The newest is first.
    return academy.mails().find(isTo)?.text.split("\n")[0];
  }

  it("has the profile's first name only once the owner has proved the address, and only if it looks like one", async () => {
    const email = newEmail();
    await academy.call("sign-up", { firstName: "Ada", lastName: "Obi", email, password: "a password" });
    const named = (name: string) =>
      academy.backend.query("update public.profiles set first_name = $2 where email = $1", [email, name]);
    await named("Ọlá-Marie D'Or");
    expect(await greeting(email)).toBe("Hello,");
    await proveAddress(academy, email);
    expect(await greeting(email.toUpperCase())).toBe("Hello Ọlá-Marie D'Or,");
    for (const name of ["", BAIT, "evil.example", "a".repeat(31), "Ann Ann Ann Ann"]) {
      await named(name);
      expect(await greeting(email), name).toBe("Hello,");
    }
  });
});

describe("a guest who has paid (S-122)", () => {
  it("signs in with the emailed password, must change it, and then is an ordinary learner", async () => {
    const email = newEmail();
    await buy(email, await studentPayload(academy, email));
    const mail = await eventually(() => mailTo(email, /sign-in details/));
    const password = passwordIn(mail);
    expect(password.length).toBeGreaterThanOrEqual(14);
    expect(mail.from).toContain("@");

    const client = academy.client();
    const first = await client.auth.signInWithPassword({ email, password });
    expect(first.error).toBeNull();
    expect(first.data.user?.app_metadata).toMatchObject({ must_change_password: true });

    const changed = await client.auth.updateUser({ password: "a password of my own" });
    expect(changed.error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user?.app_metadata.must_change_password).toBeUndefined();
    const old = await academy.client().auth.signInWithPassword({ email, password });
    expect(old.error).not.toBeNull();
  });

  it("gets the password once the mail server is back, and the password is stored nowhere else", async () => {
    const email = newEmail();
    // What an earlier test has queued.
    await deliverMail();
    academy.setMailServerDown(true);
    await buy(email);
    await putOff(email);
    expect(academy.mails().some((mail) => mail.to === email)).toBe(false);

    academy.setMailServerDown(false);
    expect((await deliverMail()).body).toMatchObject({ sent: 0 });
    await makeDue();
    expect((await deliverMail()).body).toEqual({ sent: 2, skipped: 0, queued: 0, failed: 0 });
    expect((await deliverMail()).body).toMatchObject({ sent: 0 });

    const password = passwordIn(mailTo(email, /sign-in details/));
    expect((await academy.client().auth.signInWithPassword({ email, password })).error).toBeNull();
    const queue = await academy.backend.query("select * from public.mail_queue");
    expect(JSON.stringify(queue)).not.toContain(password);
  });

  it("keeps the password used for the first sign-in even if a delayed credentials email is processed afterwards", async () => {
    const email = newEmail();
    await buy(email);
    const password = passwordIn(await eventually(() => mailTo(email, /sign-in details/)));
    await academy.client().auth.signInWithPassword({ email, password });
    // The delivery after the purchase, which may still be running, would take the email from the queue again.
    await settleBackground();
    await academy.backend.query(
      "update public.mail_queue set status = 'queued' where kind = 'credentials' and recipient = $1",
      [email],
    );
    await makeDue();
    expect((await deliverMail()).body).toMatchObject({ sent: 0, skipped: 1 });
    expect((await academy.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });
});

describe("the email queue", () => {
  it("sends each email once when several timers run concurrently", async () => {
    academy.setMailServerDown(true);
    const emails = Array.from({ length: 4 }, newEmail);
    for (const email of emails) await buy(email);
    await putOff(...emails);
    academy.setMailServerDown(false);
    await makeDue();
    await Promise.all(Array.from({ length: 5 }, () => deliverMail()));
    for (const email of emails) expect(academy.mails().filter((mail) => mail.to === email)).toHaveLength(2);
  });

  it("retries a crashed worker's email once the lease has expired", async () => {
    academy.setMailServerDown(true);
    const email = newEmail();
    await buy(email);
    await putOff(email);
    academy.setMailServerDown(false);
    await academy.backend.query(
      `update public.mail_queue set next_attempt_at = now(), lease_id = gen_random_uuid(),
         leased_until = now() + interval '1 minute' where recipient = $1`,
      [email],
    );
    expect((await deliverMail()).body).toMatchObject({ sent: 0 });
    await academy.backend.query("update public.mail_queue set leased_until = now() - interval '1 second'");
    expect((await deliverMail()).body).toMatchObject({ sent: 2 });
  });

  it("gives up on an email only after many attempts, and logs it", async () => {
    academy.setMailServerDown(true);
    const email = newEmail();
    await buy(email);
    await putOff(email);
    await academy.backend.query("update public.mail_queue set attempts = 18 where recipient = $1", [email]);
    await makeDue();
    expect((await deliverMail()).body).toMatchObject({ queued: 2, failed: 0 });
    await makeDue();
    expectConsoleError(/mail_given_up/);
    expect((await deliverMail()).body).toMatchObject({ queued: 0, failed: 2 });
  });

  it("gives up on an email with invalid data after as many attempts, and sends the others meanwhile", async () => {
    const email = newEmail();
    academy.setMailServerDown(true);
    await buy(email);
    await putOff(email);
    academy.setMailServerDown(false);
    await academy.backend.query(
      `insert into public.mail_queue (kind, dedupe_key, recipient, order_id, attempts, next_attempt_at)
       select kind, 'invalid:' || kind, $1, (select id from public.orders where email = $1), 18, now() - interval '1 minute'
       from unnest(array['refund', 'of_an_unknown_kind']) as kind`,
      [email],
    );
    await makeDue();
    expect((await deliverMail()).body).toMatchObject({ sent: 2, queued: 2, failed: 0 });
    await makeDue();
    expectConsoleError(/mail_given_up.*"kind":"refund"/, /mail_given_up.*of_an_unknown_kind/);
    expect((await deliverMail()).body).toMatchObject({ sent: 0, queued: 0, failed: 2 });
  });
});
