import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { securityHeaders, securityHeadersOf } from "../../server/http/headers.ts";
import { siteRoutes } from "../../server/http/site.ts";
import { foreignOrigins, staticSiteOf } from "../../tools/site/hostFiles.ts";
import { headersFile } from "../../tools/site/hostRules.ts";
import { nginxFile } from "../../tools/site/nginx.ts";

const DIST = join(import.meta.dirname, "..", "..", "dist");
/** Cloudflare Pages ignores any rules beyond this number. */
const MOST_HEADER_RULES = 100;
const COMPARED = ["location", "cache-control", ...Object.keys(securityHeadersOf({ isHttps: true }))];

const embedded = new Hono();
embedded.use(securityHeaders({ isHttps: true }));
embedded.route("/", siteRoutes({ dist: DIST, previous: DIST }));

const headerRules = readFileSync(join(DIST, "_headers"), "utf8")
  .split("\n\n")
  .map((block) => {
    const [pattern = "", ...lines] = block.trim().split("\n");
    return {
      pattern,
      headers: lines.map((line) =>
        line
          .trim()
          .split(/: (.*)/s)
          .slice(0, 2),
      ),
    };
  });
const redirects = readFileSync(join(DIST, "_redirects"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [from = "", to = "", status = ""] = line.split(" ");
    return { from, to, status: Number(status) };
  });

/** Whether a rule matches the path. "*" matches anything and ":name" one segment. */
function isFor(pattern: string, path: string): boolean {
  const source = pattern.replace(/[.$^()+?]/g, "\\$&").replace("*", ".*");
  return new RegExp(`^${source.replace(/:\w+/g, "[^/]+")}$`).test(path);
}

/** The response of a host that reads the two files and follows the rules of Cloudflare Pages' asset server. */
function hostAnswers(path: string): { status: number; file?: string; headers: Headers } {
  const headers = new Headers();
  for (const rule of headerRules.filter(({ pattern }) => isFor(pattern, path)))
    for (const [name = "", value = ""] of rule.headers) headers.append(name, value);

  const rule = redirects.find(({ from }) => from === path) ?? redirects.find(({ from }) => isFor(from, path));
  if (rule && rule.status !== 200) {
    headers.set("location", rule.to);
    return { status: rule.status, headers };
  }
  const target = rule?.to ?? path;
  const isFile = target.includes(".") && existsSync(join(DIST, target));
  const file = isFile ? target : target === "/" ? "/index.html" : `${target}.html`;
  if (!existsSync(join(DIST, file))) return { status: 404, file: "/404.html", headers };
  return { status: 200, file, headers };
}

const site = staticSiteOf(DIST);
const { pages, files } = site;
const asset = readdirSync(join(DIST, "assets")).find((name) => name.endsWith(".js"));
const addresses = [
  ...pages.map(({ address }) => address.replace(":id", "0195e0a0-0000-7000-8000-000000000000")),
  ...files.filter((name) => name.includes(".") && !name.endsWith(".html")).map((name) => `/${name}`),
  `/assets/${asset}`,
  "/icons/favicon.svg",
  "/academy/no-such-page",
];

test("a static host serves every address as the embedded server does, with the same headers", async () => {
  for (const address of addresses) {
    const own = await embedded.request(address, { headers: { accept: "text/html" } });
    const other = hostAnswers(address);
    const headersOf = (headers: Headers) => COMPARED.map((name) => [name, headers.get(name)]);
    expect([address, other.status, headersOf(other.headers)]).toEqual([
      address,
      own.status,
      headersOf(own.headers),
    ]);
    expect(Buffer.from(await own.arrayBuffer()).equals(readFileSync(join(DIST, other.file ?? "")))).toBe(
      true,
    );
  }
});

test("a static host shows the 404 page for an unknown address and redirects one with a trailing slash", () => {
  expect(hostAnswers("/no/such/page")).toMatchObject({ status: 404, file: "/404.html" });
  const { status, headers } = hostAnswers("/academy/dashboard/");
  expect([status, headers.get("location")]).toEqual([301, "/academy/dashboard"]);
});

test("the header rules fit within the host's limit, and the embedded site does not serve the rule files", async () => {
  expect(headerRules.length).toBeLessThanOrEqual(MOST_HEADER_RULES);
  for (const path of ["/_headers", "/_redirects", "/.vite/nginx.conf"])
    expect([path, (await embedded.request(path)).status]).toEqual([path, 404]);
});

test("the policy of a site with a hosted backend allows connections to that backend only", () => {
  const connect = foreignOrigins({
    VITE_SITE_URL: "https://academy.example",
    VITE_SUPABASE_URL: "https://abcdefgh.supabase.co",
    VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  });
  expect(connect).toEqual(["https://abcdefgh.supabase.co"]);
  const policy = securityHeadersOf({ isHttps: true, connect })["Content-Security-Policy"];
  expect(policy).toContain("connect-src 'self' https://abcdefgh.supabase.co; ");
  expect(policy?.match(/https:/g)).toHaveLength(1);
  expect(foreignOrigins({})).toEqual([]);
});

test("Strict-Transport-Security is sent over https only", () => {
  expect(securityHeadersOf({ isHttps: false })).not.toHaveProperty("Strict-Transport-Security");
});

test("the nginx configuration has every security header and a location for every page", () => {
  const headers = securityHeadersOf({ isHttps: true });
  const text = nginxFile(site, headers);
  for (const [name, value] of Object.entries(headers))
    expect(text.split(`add_header ${name} "${value}" always;`).length - 1).toBe(2);
  for (const { address, file } of pages)
    if (!address.includes(":")) expect(text).toContain(`location = ${address} { try_files /${file} =404; }`);
  expect(headersFile(site, headers)).toContain("/verify/*\n  Cache-Control: no-cache");
});
