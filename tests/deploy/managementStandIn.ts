import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { newAuthConfig } from "./authConfig.ts";

export const REF = "abcdefghijklmnopqrst";
export const TOKEN = `sbp_${"0123456789".repeat(4)}`;

type Json = Record<string, unknown>;
type Reply = { status: number; body: unknown };
const ok = (body: unknown, status = 200): Reply => ({ status, body });

export type StandIn = Awaited<ReturnType<typeof startManagementStandIn>>;

/** After these requests, the platform restarts the functions. */
const FUNCTION_CHANGES = ["POST /secrets", "PUT /functions"];

type Options = {
  /** Runs one statement in the project's database, as the role `postgres`. */
  query(sql: string, parameters: unknown[]): Promise<unknown[]>;
  keys: { publishable: string; secret: string };
  /** Called when functions or their secrets have changed, before the reply. */
  onFunctions?(): Promise<void>;
};

/**
 * The part of Supabase's Management API that a deployment uses, on loopback. It starts as a project without
 * any configuration. Requests and replies have the form that the CLI 3.1 sends and requires.
 */
export async function startManagementStandIn({ query, keys, onFunctions }: Options) {
  const secrets = new Map<string, string>();
  /** The code of each deployed function, by name. */
  const functions = new Map<string, { version: number; code: string }>();
  const auth = newAuthConfig();
  const api: Json = { db_schema: "public", max_rows: 1000, db_extra_search_path: "public, extensions" };
  const storage: Json = { fileSizeLimit: 52_428_800 };
  /** Requests that changed something, such as "PATCH /config/auth". */
  const changes: string[] = [];
  /** Requests that get a different reply, by method and path, such as "GET /secrets". Null closes the connection. */
  const faults = new Map<string, Reply | null>();
  const project = {
    id: REF,
    ref: REF,
    name: "academy",
    organization_id: "org",
    organization_slug: "org",
    region: "eu-west-2",
    created_at: "2026-11-01T00:00:00Z",
    status: "ACTIVE_HEALTHY",
    database: { host: "127.0.0.1", version: "17.4.1.074", postgres_engine: "17", release_channel: "ga" },
  };

  const routes: Record<
    string,
    (request: { body: Buffer; url: URL; type: string }) => Promise<Reply> | Reply
  > = {
    "GET ": () => ok(project),
    "GET /api-keys": () =>
      ok([
        {
          id: "1",
          type: "publishable",
          name: "default",
          prefix: "sb_publishable",
          hash: "",
          api_key: keys.publishable,
        },
        { id: "2", type: "secret", name: "default", prefix: "sb_secret", hash: "", api_key: keys.secret },
      ]),
    "GET /billing/addons": () => ok({ selected_addons: [], available_addons: [] }),
    "GET /config": () =>
      ok({
        data: {
          type: "project_config",
          id: REF,
          attributes: { auth: masked(auth), api, storage: { file_size_limit: storage.fileSizeLimit } },
        },
      }),
    "GET /config/auth": () => ok(auth),
    "PATCH /config/auth": ({ body }) => ok(Object.assign(auth, JSON.parse(body.toString()) as Json)),
    "GET /config/storage": () => ok(storage),
    "PATCH /config/storage": ({ body }) => ok(Object.assign(storage, JSON.parse(body.toString()) as Json)),
    "PATCH /postgrest": ({ body }) => ok(Object.assign(api, JSON.parse(body.toString()) as Json)),
    "GET /secrets": () => ok([...secrets].map(([name, value]) => ({ name, value: sha256(value) }))),
    "POST /secrets": ({ body }) => {
      for (const { name, value } of JSON.parse(body.toString()) as { name: string; value: string }[])
        secrets.set(name, value);
      return ok({}, 201);
    },
    "GET /functions": () => ok([...functions].map(([slug, { version }]) => functionReply(slug, version))),
    "PUT /functions": ({ body }) => ok({ functions: JSON.parse(body.toString()) as Json[] }),
    "POST /functions/deploy": async ({ body, url, type }) => {
      const slug = url.searchParams.get("slug") ?? "";
      const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
      const [file] = form.getAll("file").filter((each) => each instanceof File);
      const version = (functions.get(slug)?.version ?? 0) + 1;
      functions.set(slug, { version, code: (await file?.text()) ?? "" });
      return ok(functionReply(slug, version), 201);
    },
    "POST /database/query": async ({ body }) => {
      const { query: sql, parameters = [] } = JSON.parse(body.toString()) as {
        query: string;
        parameters?: unknown[];
      };
      try {
        return ok(await query(sql, parameters), 201);
      } catch (error) {
        return ok({ message: `Failed to run sql query: ${String(error)}` }, 400);
      }
    },
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? "", "http://stand-in");
    const [, , , ref, path = ""] = /^(\/v\d)(\/projects)\/(\w+)(.*)$/.exec(url.pathname) ?? [];
    const route = `${request.method} ${path}`;
    const respond = ({ status, body: json }: Reply) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    if (faults.has(route)) {
      const fault = faults.get(route);
      return fault ? respond(fault) : void request.socket.destroy();
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return respond(ok({ message: "Unauthorized" }, 401));
    if (ref !== REF) return respond(ok({ message: "Project not found" }, 404));
    if (path.startsWith("/functions/") && request.method === "DELETE") {
      functions.delete(path.slice("/functions/".length));
      changes.push(route);
      return respond(ok({}));
    }
    const handle = routes[route];
    if (!handle) return respond(ok({ message: `The stand-in has no ${route}` }, 501));
    const reply = await handle({ body, url, type: request.headers["content-type"] ?? "" });
    if (request.method !== "GET" && path !== "/database/query") changes.push(route);
    if (FUNCTION_CHANGES.includes(route)) await onFunctions?.();
    return respond(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url, secrets, functions, auth, project, changes, faults, stop };
}

function functionReply(slug: string, version: number): Json {
  const at = 1_790_000_000_000;
  return {
    id: slug,
    slug,
    name: slug,
    status: "ACTIVE",
    version,
    created_at: at,
    updated_at: at,
    verify_jwt: false,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** In place of the auth server's secrets, the API returns hashes, by which the CLI recognises unchanged values. */
function masked(auth: Json): Json {
  const entries = Object.entries(auth).map(([name, value]) => [
    name,
    typeof value === "string" && /(_secrets?|_pass|_auth_token|_api_key|_access_key)$/.test(name)
      ? createHmac("sha256", REF).update(value).digest("hex")
      : value,
  ]);
  return Object.fromEntries(entries);
}

function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
