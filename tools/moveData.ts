import { parseArgs } from "node:util";
import type { StoredDatabase } from "@academy/local-supabase";
import { connect, type Deployment } from "./deploy/deployment.ts";
import { faultsOf, notesOn } from "./deploy/move/conditions.ts";
import { openFolder, readSource } from "./deploy/move/folder.ts";
import { findOccupant, transferFiles, transferRows } from "./deploy/move/project.ts";
import { movedTables, type Scope } from "./deploy/move/tables.ts";
import { preflight } from "./deploy/preflight.ts";
import { readSettings, settingsFile, TARGETS, type Target } from "./deploy/settings.ts";

/**
 * `npm run deploy:move -- --to production`: moves everything in the data folder of `npm start` to a deployed project that
 * has no learners yet. docs/production.md says what moves and what does not.
 */
const USAGE =
  "Usage: npm run deploy:move -- --to staging|production [--from <data folder>] [--without-orders] [--dry-run]";

type Options = { to: Target; from: string; hasOrders: boolean; isDryRun: boolean };

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: "string" },
        from: { type: "string", default: process.env.ACADEMY_DATA ?? ".data" },
        "without-orders": { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
      },
    });
    const to = TARGETS.find((target) => target === values.to);
    if (!to) throw new Error(USAGE);
    return { to, from: values.from, hasOrders: !values["without-orders"], isDryRun: values["dry-run"] };
  } catch {
    throw new Error(USAGE);
  }
}

async function main(args: string[]): Promise<void> {
  const { to, from, hasOrders, isDryRun } = readOptions(args);
  const file = process.env.ACADEMY_DEPLOY_SETTINGS ?? settingsFile(to);
  const deployment = connect(to, readSettings(to, file), file);
  const folder = await openFolder(from);
  try {
    const scope = { hasOrders, hasPhones: deployment.settings.PHONE_FACTORS === "on" };
    await move(deployment, folder, scope, isDryRun);
  } finally {
    await folder.close();
  }
}

async function move(
  deployment: Deployment,
  folder: StoredDatabase,
  scope: Scope,
  isDryRun: boolean,
): Promise<void> {
  console.info("Checking the data folder and the project…");
  const accounts = await preflight(deployment);
  refuse(accounts.length > 0 ? accounts : await faultsOf(deployment, folder, scope));
  const sources = [];
  for (const table of movedTables(scope)) sources.push(await readSource(folder, table));
  const occupant = await findOccupant(deployment, folder, sources);
  if (occupant === "this folder") {
    const files = isDryRun || !scope.hasOrders ? 0 : await transferFiles(deployment, folder);
    console.info(
      `Everything in this data folder is in the project already. ${files > 0 ? `Copied ${files} file(s) that were missing.` : "Nothing was changed."}`,
    );
    return;
  }
  if (occupant === "others")
    refuse([
      "The project has learners or orders that are not from this data folder, or the folder has been used since it was moved. Data of two installations cannot be merged: use a project without learners.",
    ]);

  console.info(isDryRun ? "Would move:" : "Moving:");
  for (const { name, count } of sources) if (count > 0) console.info(`  ${name}: ${count}`);
  for (const note of await notesOn(deployment, folder, scope)) console.info(`  ! ${note}`);
  if (isDryRun) {
    console.info("This was a dry run.");
    return;
  }
  await transferRows(deployment.api, folder, sources, console.info);
  const files = await transferFiles(deployment, folder);
  const rows = sources.reduce((sum, { count }) => sum + count, 0);
  console.info(
    `Moved ${rows} row(s) and ${files} file(s), and compared each table and file. Next: npm run deploy -- --to ${deployment.target} publishes the lessons that differ. Do not start the old server on this folder again.`,
  );
}

function refuse(faults: string[]): void {
  if (faults.length === 0) return;
  throw new Error(`Nothing was changed. Fix these first:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A sentence or a list that says what to do, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
