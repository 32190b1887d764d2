import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { watchPage } from "./support/page.ts";
import { fillStudentForm, payByCard, signInAsGuest, submitButton } from "./support/shop.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = 300_000;

/** The replica of a hosted deployment (tests/replica), as its own process. */
type Replica = { url: string; api: string; process: ChildProcess };

async function startReplica(): Promise<Replica> {
  const child = spawn(process.execPath, ["tests/replica/main.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found = new Map<string, string>();
  return new Promise((resolve, reject) => {
    // Reads on after the start: a process whose output nobody reads ends at its next line.
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, name = "", address = ""] = /(Replica|API|Database)\s.*?(\S+:\/\/\S+)/.exec(line) ?? [];
      found.set(name, address);
      const [url, api] = [found.get("Replica"), found.get("API")];
      if (url && api && name === "Database") resolve({ url, api, process: child });
    });
    child.once("exit", () => reject(new Error("the replica did not start")));
  });
}

let replica: Replica;
test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS);
  replica = await startReplica();
});
test.afterAll(async () => {
  if (replica.process.exitCode !== null) throw new Error("the replica ended during the test");
  const ended = once(replica.process, "exit");
  replica.process.kill("SIGTERM");
  await ended;
});

const mails = async () => (await fetch(`${replica.api}/_dev/mailbox.json`)).json();

test("a visitor of the hosted replica buys the course, signs in with the emailed password and reads a lesson @deep", async ({
  page,
}) => {
  const faults = watchPage(page);
  await page.goto(`${replica.url}/academy/pricing/student`);
  await page.getByRole("button", { name: "Continue to Checkout" }).click();
  await fillStudentForm(page, "ada@example.org");
  await submitButton(page, "student").click();
  await payByCard(page);
  await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/);
  await signInAsGuest(page, { url: replica.url, mails }, "ada@example.org", "a-password-of-my-own");
  await page.goto(`${replica.url}/academy/course/ai-fluency?lesson=2`);
  await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
  expect(faults).toEqual([]);
});
