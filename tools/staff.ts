import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { loadSecrets } from "../server/dataFolder.ts";
import { connect } from "./deploy/deployment.ts";
import { readSettings, settingsFile, TARGETS } from "./deploy/settings.ts";

/**
 * `npm run staff -- invite ada@my-academy.org --role staff`: who may use the staff console. Without `--to` it acts on the
 * academy that runs on this machine (`npm start`), with `--to production` on a deployment.
 */
const USAGE = `Usage:
  npm run staff -- list
  npm run staff -- invite <email> --role staff|reviewer
  npm run staff -- remove <email>
With --to staging|production on a deployment, otherwise on the academy that runs on this machine.`;

const DEFAULT_PORT = "3000";

type Project = { url: string; secretKey: string };
type Reply = { status: number; body: unknown };

const members = z.array(z.object({ email: z.string(), role: z.string(), has_factor: z.boolean() }));
const failure = z.object({ message: z.string().optional(), msg: z.string().optional() });

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const [command, email] = positionals;
  const project = await findProject(values.to);
  if (command === "list" && !email) return list(project);
  if (command === "invite" && email && (values.role === "staff" || values.role === "reviewer"))
    return invite(project, email, values.role);
  if (command === "remove" && email) return remove(project, email);
  console.error(USAGE);
  return 2;
}

function readArguments(args: string[]) {
  try {
    const options = { role: { type: "string" }, to: { type: "string" } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Error(USAGE);
  }
}

async function findProject(to: string | undefined): Promise<Project> {
  if (to !== undefined) {
    const target = TARGETS.find((each) => each === to);
    if (!target) throw new Error(USAGE);
    const file = process.env.ACADEMY_DEPLOY_SETTINGS ?? settingsFile(target);
    const { api, supabaseUrl } = connect(target, readSettings(target, file), file);
    return { url: supabaseUrl, secretKey: (await api.keys()).secret };
  }
  const folder = process.env.ACADEMY_DATA ?? ".data";
  if (!existsSync(join(folder, "secrets.json")))
    throw new Error(`There is no academy in ${folder}. Start it first: npm start`);
  return {
    url: `http://localhost:${process.env.PORT ?? DEFAULT_PORT}`,
    secretKey: loadSecrets(folder).secretKey,
  };
}

async function list(project: Project): Promise<number> {
  const all = members.parse(await callFunction(project, "staff_members", {}));
  for (const { email, role, has_factor: hasFactor } of all)
    console.info(`${role.padEnd(9)} ${email}${hasFactor ? "" : " (no second factor yet)"}`);
  if (all.length === 0) console.info("Nobody has access to the staff console yet.");
  return 0;
}

async function invite(project: Project, email: string, role: "staff" | "reviewer"): Promise<number> {
  await callFunction(project, "remove_unconfirmed_account", { p_email: email });
  const isKnown = (await callFunction(project, "find_user_id_by_email", { p_email: email })) !== null;
  if (!isKnown) await createAccount(project, email);
  await callFunction(project, "set_staff_role", { p_email: email, p_role: role });
  // An account that was just created has a password that nobody knows.
  if (!isKnown) expectSuccess(await post(project, "/auth/v1/recover", { email }));
  console.info(
    isKnown
      ? `${email} now has the role ${role}. An email says how to open the console.`
      : `${email} has been invited as ${role}. Two emails say how to choose a password and open the console.`,
  );
  return 0;
}

async function remove(project: Project, email: string): Promise<number> {
  const user = await callFunction(project, "set_staff_role", { p_email: email, p_role: null });
  if (user === null) throw new Error(`There is no account with the address ${email}.`);
  console.info(`${email} can no longer use the staff console.`);
  return 0;
}

async function createAccount(project: Project, email: string): Promise<void> {
  expectSuccess(
    await post(project, "/auth/v1/admin/users", {
      email,
      password: randomBytes(32).toString("base64url"),
      email_confirm: true,
      app_metadata: { invited_as_staff: true },
    }),
  );
}

async function callFunction(project: Project, name: string, args: Record<string, unknown>): Promise<unknown> {
  return expectSuccess(await post(project, `/rest/v1/rpc/${name}`, args));
}

async function post({ url, secretKey }: Project, path: string, body: unknown): Promise<Reply> {
  const request = {
    method: "POST",
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(url + path, request).catch((cause: unknown) => {
    throw new Error(`The academy at ${url} does not answer. Is it running? (npm start)`, { cause });
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

/** Returns the body. Throws the server's own message for a failure. */
function expectSuccess({ status, body }: Reply): unknown {
  if (status < 400) return body;
  const { message, msg } = failure.parse(body);
  throw new Error(message ?? msg ?? `The server answered with ${status}.`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // A sentence that says what to do, which a stack trace would hide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
