/**
 * What a link in a mail of the auth server leads back with, in the part of the address that no server sees (Supabase Auth,
 * implicit flow): a session, a message, or why there is neither.
 */
export type MailedLink =
  | { status: "session"; accessToken: string; refreshToken: string }
  | { status: "message"; message: string }
  | { status: "refused" }
  | { status: "none" };

export function readMailedLink(fragment: string): MailedLink {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const [accessToken, refreshToken] = [fields.get("access_token"), fields.get("refresh_token")];
  if (accessToken && refreshToken) return { status: "session", accessToken, refreshToken };
  if (fields.has("error") || fields.has("error_code")) return { status: "refused" };
  const message = fields.get("message");
  return message ? { status: "message", message } : { status: "none" };
}
