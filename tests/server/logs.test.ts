import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { logLineSchema } from "../../functions/_shared/log.ts";
import { loadSecrets } from "../../server/dataFolder.ts";
import { logTo, serverLog } from "../../server/log.ts";
import { confidentialValues, findLeaks, keepOutOfLogs } from "../support/logWatch.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

test.each([
  ['{"event":"mail","to":"ada@example.org"}'],
  ["auth: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"],
  ["No such key: sk_test_a1b2c3d4"],
  ["No such session: cs_test_a1b2c3d4"],
  ["text to +447700900123 failed"],
  ["-----BEGIN EC PRIVATE KEY-----"],
])("a log line such as %s is reported as a leak", (line) => {
  expect(findLeaks([line], [])).toHaveLength(1);
});

test("a log line with a user's data or a secret is reported as a leak, but not a word that merely contains a name", () => {
  const held = ["Ada", "Can six of us (or seven) take it?", "correct horse"];
  expect(findLeaks(["saved for Ada: ok", 'body="Can six of us (or seven) take it?"'], held)).toHaveLength(2);
  expect(findLeaks(["Adamant", "at settle (file:///x/server/ada.ts:12:3)", '{"ms":12}'], held)).toEqual([]);
});

test("the log check covers secrets, emailed passwords, codes and links, and what the tests typed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "academy-logs-"));
  const { jwtSecret, certificateKey, signingKeys } = loadSecrets(folder);
  const mails = [
    { text: "Temporary password: kT9-x\nhttp://localhost/auth/v1/verify?token=0123abcdef&type=recovery" },
    { from: "SMS", subject: "Text message", text: "Your code is 314159." },
  ];
  writeFileSync(join(folder, "mailbox.jsonl"), mails.map((mail) => JSON.stringify(mail)).join("\n"));
  keepOutOfLogs("a password that a test typed", undefined);
  expect(await confidentialValues(folder, null)).toEqual(
    expect.arrayContaining([
      jwtSecret,
      certificateKey,
      signingKeys[0].d,
      "kT9-x",
      "0123abcdef",
      "314159",
      "a password that a test typed",
    ]),
  );
  rmSync(folder, { recursive: true });
});

/** Runs `print` while `console` writes to a log file, and returns the lines. */
async function linesOf(count: number, print: () => void): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), "academy-logs-"));
  const { info, warn, error } = console;
  try {
    logTo(join(folder, "academy.log"));
    print();
    return await vi.waitFor(() => {
      const lines = readFileSync(join(folder, "academy.log"), "utf8").trimEnd().split("\n");
      expect(lines).toHaveLength(count);
      return lines.map((line): unknown => JSON.parse(line));
    });
  } finally {
    Object.assign(console, { info, warn, error });
    process.removeAllListeners("warning");
    rmSync(folder, { recursive: true });
  }
}

test("the embedded server writes log lines in one format, whatever code prints and however it prints it", async () => {
  // Warnings and errors also appear on the terminal, as they were printed.
  expectConsoleError(/"event":"job_failed"/, /^Auth: .*ada@mail.example/, /^two\nlines$/);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const lines = await linesOf(5, () => {
    serverLog.fault("job_failed", new Error("no database"), { job: "deliver-mail" });
    console.error("Auth:", new TypeError("no user ada@mail.example"));
    console.error("two\nlines");
    console.info('{"level":"info","event":"not the whole shape"}');
    process.emit("warning", new Error("an old API"));
  });
  const output = { source: "server", event: "output" };
  expect(lines.map((line) => logLineSchema.parse(line))).toMatchObject([
    { level: "error", source: "server", event: "job_failed", message: "no database", job: "deliver-mail" },
    { level: "error", ...output, message: "Auth: no user [email]", error: "TypeError" },
    { level: "error", ...output, message: "two\nlines" },
    { level: "info", ...output, message: '{"level":"info","event":"not the whole shape"}' },
    { level: "warn", ...output, message: "an old API" },
  ]);
});
