import { existsSync, readdirSync } from "node:fs";
import process from "node:process";

/**
 * Runs under Deno: serves every server function of the project in the current folder, chosen by the first segment of the
 * path, as on the hosted platform.
 */
type Fetch = (request: Request) => Promise<Response>;

const folder = `${process.cwd()}/functions`;
const functions = new Map<string, Fetch>();
for (const { name } of readdirSync(folder, { withFileTypes: true })) {
  const entry = `${folder}/${name}/index.ts`;
  if (name.startsWith("_") || !existsSync(entry)) continue;
  // The modules are chosen at run time. A function that exports something else fails on its first request.
  const module = (await import(`file://${entry}`)) as { default: { fetch: Fetch } };
  functions.set(name, module.default.fetch);
}

export default {
  fetch(request: Request): Promise<Response> {
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const answer = functions.get(name);
    if (answer) return answer(request);
    const missing = { code: "NOT_FOUND", message: "Requested function was not found" };
    return Promise.resolve(Response.json(missing, { status: 404 }));
  },
};
