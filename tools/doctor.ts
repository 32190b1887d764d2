import { parseArgs } from "node:util";
import { DASHBOARD_SETTINGS } from "../server/stripeAccount/setup.ts";
import { connect } from "./deploy/deployment.ts";
import { diagnose } from "./deploy/diagnose.ts";
import { readSettings, settingsFile, TARGETS, type Target } from "./deploy/settings.ts";

/** `npm run doctor -- --to production`: what is wrong with a deployment right now, with the remedy. Changes nothing. */
const USAGE = "Usage: npm run doctor -- --to staging|production";

function readTarget(args: string[]): Target {
  try {
    const { values } = parseArgs({ args, options: { to: { type: "string" } } });
    const to = TARGETS.find((target) => target === values.to);
    if (to) return to;
  } catch {
    // An unknown option is treated like a missing target.
  }
  throw new Error(USAGE);
}

async function main(args: string[]): Promise<number> {
  const to = readTarget(args);
  const file = process.env.ACADEMY_DEPLOY_SETTINGS ?? settingsFile(to);
  const findings = await diagnose(connect(to, readSettings(to, file), file));
  for (const { what, remedy } of findings) console.info(`✗ ${what}\n  → ${remedy}`);
  if (to === "production") {
    console.info("\nCannot be read from here. Check in the Stripe dashboard once:");
    for (const setting of DASHBOARD_SETTINGS) console.info(`- ${setting}`);
  }
  console.info(findings.length === 0 ? `✓ Nothing is wrong with ${to}.` : `\n${findings.length} finding(s).`);
  return findings.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // A sentence or a list that says what to do, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
