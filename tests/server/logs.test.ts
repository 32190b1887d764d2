import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSecrets } from "../../server/dataFolder.ts";
import { heldBy, keepOutOfLogs, toldBy } from "../support/logWatch.ts";

test.each([
  ['{"event":"mail","to":"ada@example.org"}'],
  ["auth: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"],
  ["No such key: sk_test_a1b2c3d4"],
  ["No such session: cs_test_a1b2c3d4"],
  ["text to +447700900123 failed"],
  ["-----BEGIN EC PRIVATE KEY-----"],
])("a log that says %s is found out, whoever it belongs to", (line) => {
  expect(toldBy([line], [])).toHaveLength(1);
});

test("what a log tells of its own people and keys is found out, and a word that only holds a name is not", () => {
  const held = ["Ada", "Can six of us (or seven) take it?", "correct horse"];
  expect(toldBy(["saved for Ada: ok", 'body="Can six of us (or seven) take it?"'], held)).toHaveLength(2);
  expect(toldBy(["Adamant", "at settle (file:///x/server/ada.ts:12:3)", '{"ms":12}'], held)).toEqual([]);
});

test("what an academy holds are its secrets, the passwords, codes and links that it mailed, and what was typed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "academy-logs-"));
  const { jwtSecret, certificateKey, signingKeys } = loadSecrets(folder);
  const mails = [
    { text: "Temporary password: kT9-x\nhttp://localhost/auth/v1/verify?token=0123abcdef&type=recovery" },
    { from: "SMS", subject: "Text message", text: "Your code is 314159." },
  ];
  writeFileSync(join(folder, "mailbox.jsonl"), mails.map((mail) => JSON.stringify(mail)).join("\n"));
  keepOutOfLogs("a password that somebody typed", undefined);
  expect(await heldBy(folder, null)).toEqual(
    expect.arrayContaining([
      jwtSecret,
      certificateKey,
      signingKeys[0].d,
      "kT9-x",
      "0123abcdef",
      "314159",
      "a password that somebody typed",
    ]),
  );
  rmSync(folder, { recursive: true });
});
