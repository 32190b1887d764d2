import type { Context, Next } from "hono";

/**
 * The final Content-Security-Policy: scripts, styles and connections from our own origin only, nothing inline,
 * no evaluation, no third party. Production adds the Supabase project's address to `connect-src`.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
} as const;

/** Puts the security headers on every answer; a page with its own policy keeps it. */
export async function securityHeaders(c: Context, next: Next): Promise<void> {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has("Content-Security-Policy"))
    c.res.headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
}
