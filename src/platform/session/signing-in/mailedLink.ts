/**
 * Reads the token of an emailed link from the URL fragment, which is never sent to a server. The token is redeemed by
 * the page's button. Null if there is no token, or if it is for another purpose.
 */
export function readMailedLink(fragment: string, type: "recovery" | "email_change"): string | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return fields.get("type") === type ? fields.get("token_hash") || null : null;
}
