import { describe, expect, it, vi } from "vitest";
import { FUNCTIONS_ENVIRONMENT } from "../../tests/support/server/functionsEnvironment.ts";
import { expectConsoleError } from "../../tests/support/setup/failOnConsoleError.ts";
import { serveFunction } from "./http/serve.ts";
import { createLog, logLineSchema, scrub } from "./log.ts";

/** What is logged at this level from now on, checked against the shape of a log line. */
function logged(level: "info" | "warn" | "error") {
  const print = vi.spyOn(console, level).mockImplementation(() => undefined);
  return () => print.mock.calls.map(([line]) => logLineSchema.parse(JSON.parse(line)));
}
const anyLine = { at: expect.any(String), source: "deliver-mail", requestId: "request-1" };

describe("the log of a function", () => {
  it("writes lines in the same format at every level, with the request's id", () => {
    expectConsoleError(/mail_given_up/);
    const levels = { info: logged("info"), warn: logged("warn"), error: logged("error") };
    const log = createLog({ source: "deliver-mail", requestId: "request-1" });
    log.info("mail_sent", { mail: "7", attempt: 1 });
    log.warn("problem_started", { problem: "jobs" });
    log.fault("mail_given_up", new Error("no mailbox ada@mail.example"), { mail: "7" });
    expect(levels.info()).toEqual([{ level: "info", ...anyLine, event: "mail_sent", mail: "7", attempt: 1 }]);
    expect(levels.warn()).toEqual([{ level: "warn", ...anyLine, event: "problem_started", problem: "jobs" }]);
    expect(levels.error()).toEqual([
      {
        ...{ level: "error", ...anyLine, event: "mail_given_up", mail: "7", error: "Error" },
        ...{ message: "no mailbox [email]", stack: expect.stringContaining("log.test.ts") },
      },
    ]);
  });

  it("has one line for each request with method, status, code and duration, and replaces a malformed request id", async () => {
    Object.assign(process.env, FUNCTIONS_ENVIRONMENT, { SMTP_URL: "smtp://127.0.0.1:9" });
    const lines = logged("info");
    const served = serveFunction({ name: "deliver-mail", method: "POST", rateLimit: null }, async () => ({}));
    const ids = ["request-1", "two words"];
    for (const id of ids)
      await served.fetch(new Request("http://localhost/deliver-mail", { headers: { "x-request-id": id } }));
    const request = { event: "request", method: "GET", status: 405, code: "method_not_allowed" };
    expect(lines()).toEqual([
      { level: "info", ...anyLine, ...request, ms: expect.any(Number) },
      {
        level: "info",
        ...anyLine,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        ...request,
        ms: expect.any(Number),
      },
    ]);
  });

  it("rejects a line without a source, with an event that is not a code, or about a request without a status", () => {
    const line = { level: "info", at: new Date().toISOString(), source: "server", event: "request" };
    const request = { requestId: "request-1", method: "GET", status: 200, ms: 3 };
    const fits = (change: object) => logLineSchema.safeParse({ ...line, ...request, ...change }).success;
    expect(fits({})).toBe(true);
    for (const change of [{ source: undefined }, { event: "Mail sent" }, { status: undefined }, { body: {} }])
      expect([change, fits(change)]).toEqual([change, false]);
  });
});

describe("the scrubbing of logged messages", () => {
  it("removes email addresses and keys", () => {
    expect(scrub('no user "ada.l+x@mail.example" (bcc <b@c.example>)')).toBe(
      'no user "[email]" (bcc <[email]>)',
    );
    expect(scrub("Invalid API Key provided: sk_test_abc123 or sb_secret_xyz_1, re_12ab_c")).toBe(
      "Invalid API Key provided: [key] or [key], [key]",
    );
  });
});
