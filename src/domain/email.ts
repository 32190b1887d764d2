import { parseUrl } from "./parseUrl.ts";
import { plainText } from "./text/typedText.ts";

/** Email addresses. Written without zod, because the contact form is part of its page's initial scripts. */

export const MAX_EMAIL = 255;

/**
 * The characters of the HTML standard (a valid email address), with the limits of RFC 5321 §4.1.2 and §4.5.3.1.1: mail and
 * auth servers reject dots that do not separate anything, and more than 64 characters.
 */
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{0,63}[\w!#$%&'*+/=?^`{|}~-]$/;
/** RFC 1035 §2.3.4, and at least two labels. The last one is never a number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;
/** The URL parser would read these as something other than a part of the host. */
const NOT_IN_A_HOST = /[\s/\\?#:@%[\]<>^|]/;

/**
 * The address as it is sent, stored and compared: in ASCII, with an international domain in Punycode. Null if it is not an
 * address.
 */
export function emailAddress(typed: string): string | null {
  const text = plainText(typed);
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = asciiDomain(text.slice(at + 1));
  return domain !== null && LOCAL_PART.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : null;
}

function asciiDomain(domain: string): string | null {
  if (NOT_IN_A_HOST.test(domain)) return null;
  // Only these need the parser, which also writes a domain in lower case.
  const isPlain = /^[\x21-\x7e]*$/.test(domain) && !/(^|\.)xn--/i.test(domain);
  return isPlain ? domain : (parseUrl(`https://${domain}`)?.hostname ?? null);
}
