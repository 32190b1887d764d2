import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { payOnHostedPage } from "../support/hostedPage.ts";
import { buy } from "./moneyBack.ts";
import {
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  studentPayload,
} from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());
beforeEach(async () => {
  await academy.simulate("webhooks", { mode: "deliver", copies: 1, lose: null, delay_ms: 0 });
  await academy.backend.query("delete from public.rate_limits");
});

async function accountOf(spelling: string): Promise<unknown> {
  const { data, error } = await academy
    .client(academy.secretKey)
    .rpc("find_user_id_by_email", { p_email: spelling });
  expect(error).toBeNull();
  return data;
}

describe("a buyer's account", () => {
  it("is the same for every capitalisation of the address (S-122)", async () => {
    const email = newEmail();
    const [name = "", domain = ""] = email.split("@");
    const first = await buy(academy, await studentPayload(academy, email));
    const second = await buy(academy, professionalPayload(` ${name.toUpperCase()}@${domain.toUpperCase()} `));
    const [one, two] = [await orderOf(academy, first.sessionId), await orderOf(academy, second.sessionId)];
    expect(two.user_id).toBe(one.user_id);
    expect(await enrollmentsOf(academy, email)).toEqual([{ tier: "professional", status: "active" }]);
  });

  it("is created once when two orders with different capitalisation are paid concurrently", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const email = newEmail();
    const checkouts = [
      await openCheckout(academy, await studentPayload(academy, email)),
      await openCheckout(academy, professionalPayload(email.toUpperCase())),
    ];
    for (const { url } of checkouts) await payOnHostedPage(url);
    const visits = checkouts.flatMap(({ sessionId }) => Array.from({ length: 5 }, () => sessionId));
    const replies = await Promise.all(
      visits.map((sessionId) => academy.call("verify-guest-payment", { sessionId })),
    );
    expect(replies.map((each) => each.body.success)).toEqual(Array(10).fill(true));
    const accounts = await academy.backend.query("select from auth.users where lower(email) = $1", [email]);
    expect(accounts).toHaveLength(1);
    expect(await enrollmentsOf(academy, email)).toEqual([{ tier: "professional", status: "active" }]);
  });

  it("is found under any Unicode normalisation form of the address", async () => {
    const email = newEmail();
    const { sessionId } = await buy(academy, professionalPayload(email));
    const { user_id: id } = await orderOf(academy, sessionId);
    await academy.backend.query("update auth.users set email = $1 where id = $2", [
      "jos\u00e9@mail.example",
      id,
    ]);
    expect(await accountOf("jose\u0301@MAIL.example")).toBe(id);
    expect(await accountOf("jose@mail.example")).toBeNull();
  });

  it("is recognised as having bought before under any capitalisation of the address", async () => {
    const { sessionId } = await buy(academy, professionalPayload(newEmail()));
    await academy.backend.query(
      "update public.orders set email = $1, user_id = null where checkout_session_id = $2",
      ["zoe@mail.example", sessionId],
    );
    const service = academy.client(academy.secretKey);
    const hasPurchased = async (p_email: string) =>
      (await service.rpc("has_purchased", { p_email, p_user: null })).data;
    expect(await hasPurchased("ZOE@Mail.example ")).toBe(true);
    expect(await hasPurchased("chloe@mail.example")).toBe(false);
  });
});
