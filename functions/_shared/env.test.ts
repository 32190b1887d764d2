import { describe, expect, it } from "vitest";
import { FUNCTIONS_ENVIRONMENT } from "../../tests/support/server/functionsEnvironment.ts";
import { parseFunctionsEnv } from "./env.ts";

const COMPLETE = {
  ...FUNCTIONS_ENVIRONMENT,
  SITE_URL: "https://academy.example/",
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

  it("reads another header for the client address only on the hosting platform, and only if none is configured", () => {
    const fallbackIn = (change: Record<string, string>) =>
      parseFunctionsEnv({ ...COMPLETE, ...change }).CLIENT_ADDRESS_FALLBACK;
    expect(fallbackIn({})).toBeNull();
    expect(fallbackIn({ SB_REGION: "eu-west-2" })).toBe("x-forwarded-for");
    expect(fallbackIn({ SB_REGION: "eu-west-2", CLIENT_ADDRESS_HEADER: "x-real-ip" })).toBeNull();
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

  it("requires exactly one way to send email", () => {
    const { SMTP_URL, ...rest } = COMPLETE;
    const ways = { SMTP_URL, RESEND_API_KEY: "re_x", POSTMARK_SERVER_TOKEN: "0a1b-2c" };
    for (const [name, value] of Object.entries(ways)) {
      expect(parseFunctionsEnv({ ...rest, [name]: value })).toMatchObject({ [name]: value });
      const { [name as keyof typeof ways]: _, ...others } = ways;
      expect(() => parseFunctionsEnv({ ...rest, ...others })).toThrow("set only one of RESEND_API_KEY");
    }
    expect(() => parseFunctionsEnv(rest)).toThrow("RESEND_API_KEY: is required (or");
    expect(() => parseFunctionsEnv({ ...rest, RESEND_API_KEY: "0a1b-2c" })).toThrow("RESEND_API_KEY");
  });

  it("rejects SMTP on ports 25 and 587 on the hosted runtime, which blocks them", () => {
    const { SMTP_URL: _, ...rest } = COMPLETE;
    const parse = (SMTP_URL: string, hosted = true) =>
      parseFunctionsEnv({ ...rest, SMTP_URL, ...(hosted ? { SB_REGION: "eu-west-2" } : {}) });
    const blocked = [
      "smtp://m.example:587",
      "smtp://m.example:25",
      "smtp://m.example",
      "smtps://m.example:587",
    ];
    for (const url of blocked) {
      expect(() => parse(url)).toThrow(
        /SMTP_URL: hosted Supabase blocks .* smtps:\/\/…:465, or RESEND_API_KEY/,
      );
      expect(parse(url, false).SMTP_URL).toBe(url);
    }
    for (const url of ["smtps://m.example", "smtps://m.example:465", "smtp://m.example:2525"])
      expect(parse(url).SMTP_URL).toBe(url);
  });

  it("reports missing keys, a missing way to send email and invalid variables in one error", () => {
    const { SUPABASE_SECRET_KEY: _, SMTP_URL: __, ...rest } = COMPLETE;
    expect(() => parseFunctionsEnv({ ...rest, SITE_URL: "" })).toThrow(
      /3 error[\s\S]*SITE_URL[\s\S]*SUPABASE_SECRET_KEY[\s\S]*RESEND_API_KEY/,
    );
    const hosted = { ...rest, SITE_URL: "", SMTP_URL: "smtp://m.example", SB_REGION: "eu-west-2" };
    expect(() => parseFunctionsEnv(hosted)).toThrow(/SITE_URL[\s\S]*SMTP_URL: hosted/);
  });
});
