import { describe, expect, it } from "vitest";
import { parseFunctionsEnv } from "./env.ts";

const COMPLETE = {
  SUPABASE_URL: "http://127.0.0.1:3000",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  SITE_URL: "https://academy.example/",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
  SMTP_URL: "smtp://127.0.0.1:2525",
};

describe("the functions' configuration", () => {
  it("accepts a configuration with only the required variables", () => {
    expect(parseFunctionsEnv(COMPLETE)).toMatchObject({
      SITE_URL: "https://academy.example",
      ALLOWED_ORIGINS: [],
    });
  });

  it("accepts the platform's SUPABASE_SECRET_KEYS instead of SUPABASE_SECRET_KEY", () => {
    const { SUPABASE_SECRET_KEY: _, ...rest } = COMPLETE;
    expect(() => parseFunctionsEnv(rest)).toThrow("SUPABASE_SECRET_KEY");
    expect(parseFunctionsEnv({ ...rest, SUPABASE_SECRET_KEYS: '{"default":"x"}' })).toBeTruthy();
  });

  it("trusts the hosting platform's client address header unless another one is configured", () => {
    const headerIn = (change: Record<string, string>) =>
      parseFunctionsEnv({ ...COMPLETE, ...change }).CLIENT_ADDRESS_HEADER;
    expect(headerIn({})).toBe("x-forwarded-for");
    expect(headerIn({ SB_REGION: "eu-west-2" })).toBe("cf-connecting-ip");
    expect(headerIn({ SB_REGION: "eu-west-2", CLIENT_ADDRESS_HEADER: "x-real-ip" })).toBe("x-real-ip");
    expect(() => headerIn({ CLIENT_ADDRESS_HEADER: "x real ip" })).toThrow("CLIENT_ADDRESS_HEADER");
  });

  it("reads additional origins from a comma-separated list and ignores their paths", () => {
    const env = parseFunctionsEnv({ ...COMPLETE, ALLOWED_ORIGINS: "https://a.example/, https://b.example" });
    expect(env.ALLOWED_ORIGINS).toEqual(["https://a.example", "https://b.example"]);
  });

  it("accepts a certificate key in base64 or base64url and rejects a shorter one", () => {
    const bytes = `${"+/".repeat(21)}8`;
    expect(parseFunctionsEnv({ ...COMPLETE, CERTIFICATE_KEY: `${bytes}=` })).toBeTruthy();
    expect(parseFunctionsEnv({ ...COMPLETE, CERTIFICATE_KEY: `${"-_".repeat(21)}8` })).toBeTruthy();
    expect(() => parseFunctionsEnv({ ...COMPLETE, CERTIFICATE_KEY: bytes.slice(1) })).toThrow(
      "CERTIFICATE_KEY",
    );
  });

  it("lists every invalid variable in one error", () => {
    const faulty = { ...COMPLETE, SMTP_URL: "mail.example", STRIPE_SECRET_KEY: "pk_live", SITE_URL: "" };
    expect(() => parseFunctionsEnv(faulty)).toThrow(/SITE_URL[\s\S]*STRIPE_SECRET_KEY[\s\S]*SMTP_URL/);
  });
});
