import type { MiddlewareHandler } from "hono";

export type Hosting = {
  /** Whether visitors reach the site over https. If so, browsers are told to use nothing else (HSTS). */
  isHttps: boolean;
  /** Origins other than the site's own to which its pages connect, such as a hosted backend's. */
  connect?: readonly string[];
  /** Hashes of the inline scripts in documents from the build (tools/site/inlineScript.ts). */
  inlineScripts?: readonly string[];
};

/**
 * The final Content-Security-Policy: scripts, styles and connections only from our own origin, inline scripts only with a
 * hash from the build, no evaluation, no third parties. The only exception is connections to the backend that the build
 * names.
 */
export function contentSecurityPolicy({
  connect = [],
  inlineScripts = [],
}: Omit<Hosting, "isHttps">): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts.map((hash) => `'${hash}'`)].join(" "),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    // blob: for the silent sound behind the media controls (src/features/player/aloud/mediaControls.ts).
    "media-src blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const POLICY = "Content-Security-Policy";
const TRANSPORT = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/**
 * The security headers of every response, for the embedded server and for static hosts (tools/site/hostFiles.ts).
 * RFC 6797 §7.2 forbids the Strict-Transport-Security header over plain http.
 */
export function securityHeadersOf({ isHttps, ...policy }: Hosting): Record<string, string> {
  return {
    [POLICY]: contentSecurityPolicy(policy),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ...(isHttps ? TRANSPORT : {}),
  };
}

/** Adds the security headers to every response; a page with its own policy keeps it. */
export function securityHeaders(hosting: Hosting): MiddlewareHandler {
  const headers = Object.entries(securityHeadersOf(hosting));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers)
      if (name !== POLICY || !c.res.headers.has(POLICY)) c.res.headers.set(name, value);
  };
}
