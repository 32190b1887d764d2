import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSecrets } from "../../server/dataFolder.ts";
import { confidentialValues, findLeaks, keepOutOfLogs } from "../support/logWatch.ts";

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
