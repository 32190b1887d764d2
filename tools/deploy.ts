import { parseArgs } from "node:util";
import { connect } from "./deploy/deployment.ts";
import { preflight } from "./deploy/preflight.ts";
import { readSettings, settingsFile, TARGETS, type Target } from "./deploy/settings.ts";
import { smokeTest } from "./deploy/smoke.ts";
import { STEPS } from "./deploy/steps.ts";

/**
 * `npm run deploy -- --to staging`: makes a hosted deployment match this checkout, step by step, and checks it.
 * Every step changes only what differs, so the command can be run again after any failure. docs/production.md describes it.
 */
const USAGE = "Usage: npm run deploy -- --to staging|production [--dry-run] [--without-check]";

type Options = { to: Target; isDryRun: boolean; isChecked: boolean };

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "without-check": { type: "boolean", default: false },
      },
    });
    const to = TARGETS.find((target) => target === values.to);
    if (!to) throw new Error(USAGE);
    return { to, isDryRun: values["dry-run"], isChecked: !values["without-check"] };
  } catch {
    throw new Error(USAGE);
  }
}

async function main(args: string[]): Promise<void> {
  const { to, isDryRun, isChecked } = readOptions(args);
  const file = process.env.ACADEMY_DEPLOY_SETTINGS ?? settingsFile(to);
  const deployment = connect(to, readSettings(to, file), file);

  console.info(`Checking the accounts for ${to}…`);
  const faults = await preflight(deployment);
  if (faults.length > 0)
    throw new Error(
      `Nothing was changed. Fix these first:\n${faults.map((fault) => `- ${fault}`).join("\n")}`,
    );

  let changed = 0;
  let isDatabaseMissing = false;
  for (const [index, step] of STEPS.entries()) {
    console.info(`${index + 1}/${STEPS.length} ${step.title}`);
    if (isDryRun && isDatabaseMissing && step.needsDatabase) {
      console.info("  Will be compared once the database step is done.");
      continue;
    }
    try {
      const changes = await step.changes(deployment);
      if (changes.length === 0) console.info("  Nothing to change.");
      for (const { what, apply } of changes) {
        console.info(`  ${isDryRun ? "Would" : "→"} ${what}`);
        if (!isDryRun) await apply();
        changed++;
      }
      if (step.name === "database") isDatabaseMissing = changes.length > 0;
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${sentence}\n\nStopped at step ${index + 1}, "${step.title}". The steps before it are done. Fix this, then run the same command again: it will continue from here.`,
      );
    }
  }
  if (isDryRun) {
    console.info(
      `${changed === 0 ? "Nothing would change." : `${changed} change(s) to make.`} This was a dry run.`,
    );
    return;
  }
  if (isChecked) {
    console.info("Checking the deployment");
    const wrong = await smokeTest(deployment, console.info);
    if (wrong.length > 0)
      throw new Error(
        `Everything was deployed, but ${wrong.length} check(s) failed. Run npm run doctor -- --to ${to} for details.`,
      );
  }
  console.info(
    `${changed === 0 ? "Nothing had to change." : `Made ${changed} change(s).`} ${deployment.settings.SITE_URL}`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A sentence or a list that says what to do, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
