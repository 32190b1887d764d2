import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { paths } from "../../src/domain/paths.ts";
import { type BuiltSite, type FindPage, readBuiltSite, SHELL } from "./addresses.ts";
import { cacheControl, IMMUTABLE, NO_CACHE } from "./cacheControl.ts";
import { type AskRecords, certificatePage } from "./certificatePage.ts";
import { contentSecurityPolicy, POLICY } from "./headers.ts";
import { memoryFiles } from "./memoryFiles.ts";

const NOT_FOUND_PAGE = "404.html";
/** Build metadata, configuration for other hosts and precompressed copies, which are not served at their own URLs. */
const BUILD_FILE = /^\/\.vite\/|^\/_(headers|redirects)$|\.(br|gz)$/;

/**
 * The built site. Browsers cache hashed assets permanently. Those of earlier builds are served as well, so that a page that
 * was open during an update can still load its chunks. Each page is served only at its own URL; unknown URLs get status 404.
 * Only navigations get the 404 page, because a request for a script must not receive HTML.
 */
export function siteRoutes({ dist, previous, askRecords }: SiteParts): Hono {
  const site = new Hono();
  const serve = memoryFiles(dist);
  const built = readBuiltSite(dist);
  if (built) site.use("*", policyOf(built));
  site.use("/assets/*", cacheControl(IMMUTABLE));
  site.use("/assets/*", serve());
  site.use("/assets/*", serveStatic({ root: previous }));
  site.get("/assets/*", (c) => c.text("Not found", 404));

  site.use("*", cacheControl(NO_CACHE), etag());
  if (built && askRecords) site.get(paths.verify(":id"), certificatePage(join(dist, SHELL), askRecords));
  if (built) site.get("*", documents(serve, built.fileOf));
  else site.get("*", (c) => c.text("The site is not built yet. `npm start` builds it.", 503));
  return site;
}

type SiteParts = {
  dist: string;
  previous: string;
  /** Without it, the page of a certificate is only the shell, as on a static host. */
  askRecords?: AskRecords;
};

/** Documents of this build may run their own inline scripts. */
function policyOf({ inlineScripts }: BuiltSite): MiddlewareHandler {
  const policy = contentSecurityPolicy({ inlineScripts });
  return async (c, next) => {
    await next();
    c.res.headers.set(POLICY, policy);
  };
}

/** Serves the pages at their URLs, and the few other files in the same folder. */
function documents(serve: ReturnType<typeof memoryFiles>, fileOf: FindPage): MiddlewareHandler {
  const notFoundPage = serve(NOT_FOUND_PAGE);
  const anyFile = serve();

  return async (c, next) => {
    const { path } = c.req;
    if (BUILD_FILE.test(path)) return c.text("Not found", 404);
    const page = fileOf(path);
    if (page) return serve(page)(c, next);
    const address = addressMeantBy(path);
    if (fileOf(address)) return c.redirect(`${address}${new URL(c.req.url).search}`, 308);

    const file = await anyFile(c, async () => undefined);
    if (file && path !== `/${NOT_FOUND_PAGE}`) return file;
    const isVisit = c.req.header("accept")?.includes("text/html") ?? false;
    if (!isVisit && path.slice(path.lastIndexOf("/") + 1).includes(".")) return c.text("Not found", 404);
    const reply = await notFoundPage(c, next);
    return reply && new Response(reply.body, { status: 404, headers: reply.headers });
  };
}

/** The canonical URL path for one with a trailing slash or a file name. */
function addressMeantBy(path: string): string {
  return path.replace(/(?:\/index)?\.html$|\/$/, "") || "/";
}
