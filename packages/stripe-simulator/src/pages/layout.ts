import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

/**
 * Allows no inline and no third-party content. Chromium also applies `form-action` to the redirect after a form, so the
 * addresses that a form may redirect to are listed.
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const origins = formTargets.map((target) => new URL(target).origin);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...new Set(origins)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

export function layout(title: string, bodyClass: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/simulator.css">
</head>
<body class="${bodyClass}">${body}</body>
</html>`;
}

export const testModeNotice: Html = html`<p class="notice"><strong>Test mode</strong> — no real card is charged</p>`;
