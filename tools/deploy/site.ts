import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../server/stripeAccount/change.ts";
import { initialFacts } from "../../src/domain/provider/facts.ts";
import { type Deployment, ROOT } from "./deployment.ts";
import { reason } from "./managementApi.ts";
import { savedFacts } from "./providerFacts.ts";

/** Each deployment has a separate release, so that two can be prepared side by side. */
const releaseOf = ({ workdir }: Deployment) => join(workdir, "release");
/** The service worker lists every file of a release with its hash, so that equal workers mean equal releases. */
const WORKER = "sw.js";
const APPEARS_WITHIN_MS = 5 * 60_000;
const ASK_EVERY_MS = 3_000;

/** Builds the site, which changes nothing online, and compares it with the one that visitors get. */
export async function siteChanges(deployment: Deployment): Promise<Change[]> {
  const { settings } = deployment;
  const worker = await readOnline(`${settings.SITE_URL}/${WORKER}`);
  await build(deployment, worker === null);
  const release = releaseOf(deployment);
  const built = readFileSync(join(release, "site", WORKER), "utf8");
  if (worker === built) return [];
  return [
    {
      what: worker === null ? "publish the site" : "publish the new release of the site",
      apply: async () => {
        await upload(settings.UPLOAD_COMMAND, release);
        await appears(`${settings.SITE_URL}/${WORKER}`, built);
      },
    },
  ];
}

async function build(deployment: Deployment, isFirst: boolean): Promise<void> {
  const { settings, supabaseUrl } = deployment;
  const { publishable } = await deployment.api.keys();
  const env = {
    VITE_SITE_URL: settings.SITE_URL,
    VITE_SUPABASE_URL: supabaseUrl,
    VITE_SUPABASE_PUBLISHABLE_KEY: publishable,
    VITE_PHONE_FACTORS: settings.PHONE_FACTORS ?? "off",
    VITE_PROVIDER_FACTS: JSON.stringify(
      (await savedFacts(deployment)) ?? initialFacts(settings.PROVIDER_EMAIL),
    ),
  };
  const isRehearsal = settings.SUPABASE_MANAGEMENT_URL !== undefined;
  const release = releaseOf(deployment);
  const flags = [
    ...(isFirst ? ["--without-earlier-assets"] : []),
    ...(isRehearsal ? ["--allow-local"] : []),
    ...["--into", release],
  ];
  await run(process.execPath, [join(ROOT, "tools", "buildForHost.ts"), ...flags], env);
  if (!existsSync(join(release, "site", WORKER))) throw new Error("The build wrote no service worker.");
}

/** The command is the operator's own, for their host: `{site}` and `{host}` are the folders of the release. */
async function upload(command: string, release: string): Promise<void> {
  const folders = { "{site}": join(release, "site"), "{host}": join(release, "host") };
  const line = Object.entries(folders).reduce(
    (text, [name, path]) => text.replaceAll(name, `"${path}"`),
    command,
  );
  await run(line, [], {}, true);
}

async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  shell = false,
): Promise<void> {
  const child = spawn(program, args, {
    cwd: ROOT,
    shell,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (part: string) => {
      text += part;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return;
  const said = text.trimEnd().split("\n").slice(-20).join("\n");
  throw new Error(`${shell ? "UPLOAD_COMMAND" : "The build"} failed with code ${code}:\n${said}`);
}

/** Returns null if the file, or the whole site, does not exist yet. */
async function readOnline(address: string): Promise<string | null> {
  const response = await fetch(address, {
    cache: "no-store",
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    if (["ENOTFOUND", "ECONNREFUSED"].includes(reason(error))) return null;
    throw new Error(`${address} could not be read (${reason(error)}).`);
  });
  return response?.ok && isScript(response) ? response.text() : null;
}

/** A host's page for "nothing here yet" may come with status 200. */
const isScript = (response: Response) => /javascript/.test(response.headers.get("content-type") ?? "");

async function appears(address: string, wanted: string): Promise<void> {
  const endAt = Date.now() + APPEARS_WITHIN_MS;
  while ((await readOnline(address)) !== wanted) {
    if (Date.now() > endAt)
      throw new Error(
        `UPLOAD_COMMAND ended without an error, but ${address} still belongs to a different release after five minutes. Check which site the command publishes.`,
      );
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
