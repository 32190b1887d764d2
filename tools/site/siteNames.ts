import type { Plugin } from "vite";

type Names = { name: string; description: string };

/** Inserts the provider's name into `index.html`, so that it is defined in one file only. */
export function siteNames(site: Names): Plugin {
  const tokens = { "%SITE_NAME%": site.name, "%SITE_DESCRIPTION%": site.description };
  return {
    name: "academy:site-names",
    transformIndexHtml: (html) =>
      Object.entries(tokens).reduce(
        (text, [token, value]) => text.replaceAll(token, escapeHtml(value)),
        html,
      ),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
