import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The text of the page that the visitor leaves for. It needs no script. */
export const ELSEWHERE = "This is another page.";

/** Before a page has loaded, `location.assign` would replace it in the history. */
const LEAVE = `
  const loaded = new Promise((resolve) => addEventListener("load", resolve));
  Promise.all([fetch("/leave"), loaded]).then(() => setTimeout(() => location.assign("/elsewhere")));
`;

/** A proxy for the site, through which a visitor leaves a page while one of its scripts is loading. */
export type LeavingSite = {
  url: string;
  /** The next page leaves for ELSEWHERE as soon as the browser requests a script whose file name begins with `script`. */
  leaveDuring(script: string): void;
  close(): void;
};

/** The proxy serves no service worker, because a worker would answer requests for scripts from its cache. */
export async function startLeavingSite(site: string): Promise<LeavingSite> {
  const { host } = new URL(site);
  let awaited: string | undefined;
  let leave: ServerResponse | undefined;

  const server = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? "/", site);
    if (pathname === "/sw.js") return reply.writeHead(404).end();
    if (pathname === "/elsewhere")
      return reply.writeHead(200, { "content-type": "text/html" }).end(`<p>${ELSEWHERE}</p>`);
    if (pathname === "/leave.js")
      return reply.writeHead(200, { "content-type": "text/javascript" }).end(LEAVE);
    if (pathname === "/leave") {
      leave = reply;
      return;
    }
    if (awaited && pathname.startsWith(`/assets/${awaited}-`)) {
      // This script never arrives.
      leave?.end();
      awaited = undefined;
      return;
    }
    const { method, headers } = incoming;
    const outgoing = request(
      new URL(incoming.url ?? "/", site),
      // Not compressed, so that a document can be changed.
      { method, headers: { ...headers, host, "accept-encoding": "identity" } },
      async (answer) => {
        const isDocument = answer.headers["content-type"]?.startsWith("text/html");
        if (!isDocument || !awaited) {
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          return answer.pipe(reply);
        }
        const html = (await answer.setEncoding("utf8").toArray()).join("");
        const { "content-length": _, ...others } = answer.headers;
        reply.writeHead(answer.statusCode ?? 502, others);
        reply.end(html.replace("<head>", '<head><script src="/leave.js"></script>'));
      },
    );
    outgoing.on("error", () => reply.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    // `address()` is a pipe name or null only for a server that does not listen on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leaveDuring(script) {
      awaited = script;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
