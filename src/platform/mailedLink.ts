/**
 * What a mail's link carries to its page, in the part of the address that no server sees: the token that the page's button
 * spends. Null where there is none, or one for another purpose.
 */
export function readMailedLink(fragment: string, type: "recovery" | "email_change"): string | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return fields.get("type") === type ? fields.get("token_hash") || null : null;
}
