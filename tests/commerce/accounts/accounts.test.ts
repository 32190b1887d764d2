import { describe, expect, it } from "vitest";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { addressTools, newAddress, OWNERS_PASSWORD } from "../addressTools.ts";
import { buy, mailedPassword, mailsTo } from "../moneyBack.ts";
import {
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  studentPayload,
} from "../shop.ts";

const academy = withAcademy();

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
});

const { query, signIn, recoveryToken } = addressTools(() => academy);

describe("a temporary password", () => {
  const wait = async (email: string, days: number) => {
    await query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('temporary_password_set_at',
         now() - make_interval(days => $2)) where email = $1`,
      [email, days],
    );
    await academy.call("apply-retention", {}, { apikey: academy.secretKey });
  };

  it("works for 14 days, and its expiry causes no email about a changed password", async () => {
    const email = newAddress();
    await buy(academy, professionalPayload(email));
    const password = await mailedPassword(academy, email);
    await wait(email, 13);
    expect((await signIn(email, password)).error).toBeNull();
    await wait(email, 15);
    expect((await signIn(email, password)).error?.code).toBe("invalid_credentials");
    expect(mailsTo(academy, email, "Your password was changed")).toEqual([]);
  });

  it("must still be replaced after it expires, even if hosted Supabase stores null for empty passwords", async () => {
    const email = newAddress();
    await buy(academy, professionalPayload(email));
    await mailedPassword(academy, email);
    await wait(email, 15);
    await query("update auth.users set encrypted_password = null where email = $1", [email]);
    expect(await query("select raw_app_meta_data from auth.users where email = $1", [email])).toMatchObject([
      { raw_app_meta_data: { must_change_password: true } },
    ]);
  });

  it("can be reissued from the success page after it expires, and the new one must be changed too", async () => {
    const email = newAddress();
    const { claimToken } = await buy(academy, professionalPayload(email));
    await mailedPassword(academy, email);
    await wait(email, 15);
    expect((await academy.call("resend-credentials", { claimToken })).body).toEqual({ success: true });
    const fresh = await mailedPassword(academy, email, 2);
    await wait(email, 1);
    const { data } = await signIn(email, fresh);
    expect(data.user?.app_metadata.must_change_password).toBe(true);
  });

  it("can be replaced by a password reset after it expires", async () => {
    const email = newAddress();
    await buy(academy, professionalPayload(email));
    await mailedPassword(academy, email);
    await wait(email, 15);
    const token_hash = await recoveryToken(email);
    const recovering = academy.client();
    expect((await recovering.auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
    expect((await recovering.auth.updateUser({ password: OWNERS_PASSWORD })).error).toBeNull();
    const { data } = await signIn(email, OWNERS_PASSWORD);
    expect(data.user?.app_metadata).not.toHaveProperty("must_change_password");
    await wait(email, 15);
    expect((await signIn(email, OWNERS_PASSWORD)).error).toBeNull();
  });

  it("can be requested again the next day", async () => {
    const email = newAddress();
    const { claimToken } = await buy(academy, professionalPayload(email));
    await mailedPassword(academy, email);
    const again = () => academy.call("resend-credentials", { claimToken });
    expect((await again()).body).toEqual({ success: true });
    expect((await again()).body).toMatchObject({ success: false });
    await query(
      "update public.orders set credentials_resent_at = now() - interval '25 hours' where email = $1",
      [email],
    );
    expect((await again()).body).toEqual({ success: true });
    expect((await signIn(email, await mailedPassword(academy, email, 3))).error).toBeNull();
  });
});
