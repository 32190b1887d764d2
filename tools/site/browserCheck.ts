import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { classicScript } from "./inlineScript.ts";

const MODULE = "src/app/document/browserCheck.ts";
/** The oldest syntax that the bundler writes. */
const TARGET = "es2015";

/**
 * Puts the check of the browser into every document, before the first module. It is a file, because most documents contain
 * no inline script, and deferred, so that it is fetched in parallel but runs before the modules.
 */
export function browserCheck(root: string, site: { name: string; supportEmail: string }): Plugin {
  let fileName: string;
  return {
    name: "academy:browser-check",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    async buildStart() {
      const source = await classicScript(root, {
        module: MODULE,
        call: "checkBrowser",
        argument: site,
        target: TARGET,
      });
      const hash = createHash("sha256").update(source).digest("hex").slice(0, 7);
      fileName = `assets/browserCheck-${hash}.js`;
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { defer: true, src: `/${fileName}` }, injectTo: "head-prepend" },
    ],
  };
}
