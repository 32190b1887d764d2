import { describe, expect, it } from "vitest";
import { FUNCTIONS_ENVIRONMENT } from "../../../tests/support/server/functionsEnvironment.ts";
import { parseFunctionsEnv } from "../env.ts";
import { corsHeaders } from "./cors.ts";

const env = parseFunctionsEnv({
  ...FUNCTIONS_ENVIRONMENT,
  ALLOWED_ORIGINS: "https://preview.example",
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
