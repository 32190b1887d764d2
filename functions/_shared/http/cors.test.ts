import { describe, expect, it } from "vitest";
import { parseFunctionsEnv } from "../env.ts";
import { corsHeaders } from "./cors.ts";

const env = parseFunctionsEnv({
  SUPABASE_URL: "http://127.0.0.1:3000",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  SITE_URL: "https://academy.example",
  ALLOWED_ORIGINS: "https://preview.example",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
  SMTP_URL: "smtp://127.0.0.1:2525",
});
const allowed = (origin: string) =>
  corsHeaders(new Request("https://f.example/", { headers: { origin } }), env, "POST")[
    "access-control-allow-origin"
  ];

describe("CORS headers", () => {
  it("allow only the site's own origins to read a response", () => {
    expect(allowed("https://academy.example")).toBe("https://academy.example");
    expect(allowed("https://preview.example")).toBe("https://preview.example");
    expect(allowed("https://evil.example")).toBeUndefined();
    expect(allowed("https://academy.example.evil.example")).toBeUndefined();
    expect(allowed("null")).toBeUndefined();
  });
});
