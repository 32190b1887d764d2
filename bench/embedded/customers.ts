import { once } from "node:events";
import { request as send } from "node:http";
import { json } from "node:stream/consumers";
import { goBackstage } from "../../tests/e2e/support/backstage.ts";
import { payForCourse } from "../../tests/e2e/support/enrol.ts";
import type { AcademyProcess } from "../../tests/support/academyProcess.ts";
import { payOnHostedPage } from "../../tests/support/hostedPage.ts";
import { keepOutOfLogs } from "../../tests/support/logWatch.ts";
import { apiCalls, freshRows, timed } from "../scale/calls.ts";
import type { Work } from "./rates.ts";

/** Each throws when the academy refuses the work. */
export type Customers = Record<"signIn" | "push" | "purchase", Work>;

const PASSWORD = "measured-in-the-same-run";
const LEARNERS = 30;
/** Fields of the real workbook; the server refuses others. */
const FIELDS = ["l01-monday", "l01-start"] as const;

/** Learners of this academy who sign in and send their work, and guests who buy. */
export async function gatherCustomers(academy: AcademyProcess): Promise<Customers> {
  const { database } = await goBackstage(academy);
  const { publishableKey } = await academy.config();
  const { push } = apiCalls({ url: academy.url, keys: { publishableKey } });
  keepOutOfLogs(PASSWORD);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signInAs = async (email: string) => {
    const body = JSON.stringify({ email, password: PASSWORD });
    const url = `${academy.url}/auth/v1/token?grant_type=password`;
    const reply = await fetch(url, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`the sign-in answered ${reply.status}: ${await reply.text()}`);
    // The address is one of an auth server, whose response has this form.
    return (await reply.json()) as { access_token: string; user: { id: string } };
  };

  const learners: { email: string; id: string; session: string; token: string }[] = [];
  for (let number = 0; number < LEARNERS; number += 1) {
    const email = `learner${number}@mail.example`;
    const { error } = await database.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
    });
    if (error) throw error;
    const { access_token: token, user } = await signInAs(email);
    keepOutOfLogs(token);
    await payForCourse(database, { userId: user.id, email });
    learners.push({ email, id: user.id, session: "", token });
  }
  let [signIns, pushes, purchases] = [0, 0, 0];
  const next = (count: number) => {
    const learner = learners[count % learners.length];
    if (!learner) throw new Error("there are no learners");
    return learner;
  };
  return {
    signIn: () => timed(() => signInAs(next(signIns++).email)),
    push: () => timed(() => push(next(pushes), freshRows(pushes++, FIELDS))),
    purchase: () => buy(academy.url, purchases++),
  };
}

/**
 * Buys as a guest, without the time that people take. Returns the longer of the two waits for the academy: after the form's
 * button, and on the page that the buyer returns to. The payment page belongs to the provider.
 */
async function buy(url: string, number: number): Promise<number> {
  const order = {
    ...{ firstName: "Ada", lastName: "Byron", email: `buyer${number}@mail.example`, phone: "", country: "" },
    ...{ priceId: "academy_professional_full", courseType: "professional", organization: "Engines Ltd" },
    ...{ isAuthenticated: false, discountCode: "" },
  };
  const begunAt = performance.now();
  const checkout = await callFrom(number, `${url}/functions/v1/create-guest-checkout`, order);
  const checkoutMs = performance.now() - begunAt;
  await payOnHostedPage(String(checkout.url));
  const { sessionId } = checkout;
  const paidAt = performance.now();
  const paid = await callFrom(number, `${url}/functions/v1/verify-guest-payment`, { sessionId });
  if (paid.success !== true) throw new Error(`the purchase failed: ${JSON.stringify(paid)}`);
  return Math.max(checkoutMs, performance.now() - paidAt);
}

/** Every buyer calls from an address of their own, because the functions limit the calls of each address. Linux only. */
async function callFrom(number: number, url: string, body: object): Promise<Record<string, unknown>> {
  const localAddress = `127.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  const { port, pathname } = new URL(url);
  const options = { host: "127.0.0.1", port, path: pathname, localAddress };
  const call = send({ ...options, method: "POST", headers: { "content-type": "application/json" } });
  call.end(JSON.stringify(body));
  const [reply] = await once(call, "response");
  // Every function answers with a JSON object.
  const answer = (await json(reply)) as Record<string, unknown>;
  if (reply.statusCode !== 200) throw new Error(`${pathname}: ${reply.statusCode} ${JSON.stringify(answer)}`);
  return answer;
}
