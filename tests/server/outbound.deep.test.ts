import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { UNIVERSITY_HEADER } from "../../src/domain/sales/studentIdFile.ts";
import { startAcademyProcess } from "../support/server/academyProcess.ts";
import { signUpAt } from "../support/server/createAccount.ts";
import { JPEGS } from "../support/studentIds.ts";

const WATCH = pathToFileURL(join(import.meta.dirname, "..", "support", "server", "reportOutbound.ts")).href;
const NODE_OPTIONS = `--import=${WATCH}`;

test("the outbound watch reports a connection that leaves the machine", () => {
  const script = "fetch('http://telemetry.invalid/').catch(() => {})";
  const { stderr } = spawnSync(process.execPath, ["-e", script], {
    env: { ...process.env, NODE_OPTIONS },
    encoding: "utf8",
  });
  expect(stderr).toContain("OUTBOUND telemetry.invalid");
  const byAddress = "fetch('http://192.0.2.1:8099/', { signal: AbortSignal.timeout(5000) }).catch(() => {})";
  const direct = spawnSync(process.execPath, ["-e", byAddress], {
    env: { ...process.env, NODE_OPTIONS },
    encoding: "utf8",
  });
  expect(direct.stderr).toContain("OUTBOUND 192.0.2.1");
});

test("the embedded academy connects to nothing outside this machine, at start or in use", async () => {
  const academy = await startAcademyProcess({ NODE_OPTIONS });
  try {
    const { supabaseUrl, publishableKey } = await academy.config();
    const client = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } });
    const account = { email: "ada@example.org", password: "a-password" };
    await client.auth.signUp({ email: "direct@example.org", password: "a-password" });
    await signUpAt(academy.url, account);
    await client.auth.signInWithPassword(account);
    await client.from("lessons").select("lesson_id");
    await client.auth.stopAutoRefresh();
    const headers = { apikey: publishableKey };
    const upload = await fetch(`${academy.url}/functions/v1/upload-student-id`, {
      method: "POST",
      body: new Uint8Array(JPEGS.baseline),
      headers: { ...headers, [UNIVERSITY_HEADER]: "Accra" },
    });
    const { ref } = (await upload.json()) as { ref: string };
    const checkout = await fetch(`${academy.url}/functions/v1/create-guest-checkout`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        firstName: "Ada",
        lastName: "Byron",
        email: "ada@example.org",
        priceId: "academy_student_full",
        courseType: "student",
        studentIdRef: ref,
      }),
    });
    expect(checkout.status).toBe(200);
    // The lines of the database's worker are fields of log lines.
    expect(academy.output.filter((line) => line.includes("OUTBOUND "))).toEqual([]);
  } finally {
    await academy.dispose();
  }
});
