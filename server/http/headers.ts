import type { MiddlewareHandler } from "hono";

export type Hosting = {
  /** Whether people reach the site by https; browsers are then told never to come any other way. */
  isHttps: boolean;
  /** Origins beside the site's own that its pages talk to, such as a hosted backend's. */
  connect?: readonly string[];
  /** Hashes of the scripts that stand in documents of the build (tools/site/inlineScript.ts). */
  inlineScripts?: readonly string[];
};

/**
 * The final Content-Security-Policy: scripts, styles and connections from our own origin only, nothing inline but what
 * the build names by its hash, no evaluation, no third party. Only connections may lead elsewhere too: to the backend
 * that the build names.
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
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const POLICY = "Content-Security-Policy";
const TRANSPORT = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/**
 * The security headers of every answer, for the embedded server here and for static hosts
 * (tools/site/hostFiles.ts). RFC 6797 §7.2 forbids to speak of transport security over plain http.
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

/** Puts the security headers on every answer; a page with its own policy keeps it. */
export function securityHeaders(hosting: Hosting): MiddlewareHandler {
  const headers = Object.entries(securityHeadersOf(hosting));
  return async (c, next) => {
    await next();
    for (const [name, value] of headers)
      if (name !== POLICY || !c.res.headers.has(POLICY)) c.res.headers.set(name, value);
  };
}
