import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { TestAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";
import { mailsTo } from "./moneyBack.ts";

export const SQUATTERS_PASSWORD = "the squatter's password";
export const OWNERS_PASSWORD = "the owner's own password";
/** The opening words of the subjects of the two emails that contain a link. */
export const CLAIM = "Confirm your email address to open";
export const CONFIRM = "Confirm your email address for";

export const newAddress = () => `${randomUUID()}@mail.example`;

export async function asSignedIn(client: SupabaseClient) {
  const { data } = await client.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

/**
 * Helpers for tests of email addresses. The academy is passed as a function, because it starts only after this call.
 */
export function addressTools(academy: () => TestAcademy) {
  async function signUp(email: string) {
    const client = academy().client();
    const account = { email, password: SQUATTERS_PASSWORD };
    const { user } = await createAccount(academy().client(academy().secretKey), client, account);
    return { client, id: user.id };
  }

  /** The keys in the emailed links, newest first. */
  function keysMailedTo(email: string, subject = CLAIM): Promise<string[]> {
    return eventually(() => {
      const keys = mailsTo(academy(), email, subject).map(
        (mail) => /\/auth\/your-address#(\S+)/.exec(mail)?.[1] ?? "",
      );
      expect(keys.length, `emails to ${email}`).toBeGreaterThan(0);
      return keys;
    });
  }

  return {
    query: <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
      academy().backend.query<T>(sql, params),
    signIn: (email: string, password: string) =>
      academy().client().auth.signInWithPassword({ email, password }),
    prove: (key: string, password?: string, headers = {}) =>
      academy().call("prove-address", { key, ...(password === undefined ? {} : { password }) }, headers),
    signUp,
    /** Someone who signed up with another person's address and made the account hard to recover. */
    async squat(email: string) {
      const squatter = await signUp(email);
      const { data, error } = await squatter.client.auth.mfa.enroll({ factorType: "totp" });
      if (error) throw error;
      const code = new TOTP({ secret: data.totp.secret }).generate();
      const verified = await squatter.client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
      if (verified.error) throw verified.error;
      expect((await squatter.client.rpc("create_recovery_codes")).error).toBeNull();
      return squatter;
    },
    keysMailedTo,
    keyMailedTo: async (email: string, subject = CLAIM) => (await keysMailedTo(email, subject))[0] ?? "",
    /** Requests a password reset and returns the token from the email. */
    async recoveryToken(email: string): Promise<string> {
      await academy().client().auth.resetPasswordForEmail(email);
      return eventually(() => {
        const [mail = ""] = mailsTo(academy(), email, "Choose a new password");
        const token = new URLSearchParams(/#(token_hash=\S+)/.exec(mail)?.[1]).get("token_hash");
        expect(token).not.toBeNull();
        return token ?? "";
      });
    },
  };
}
