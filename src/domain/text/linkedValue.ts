import { plainText } from "./typedText.ts";

// Mail programs and chats make an address of what surrounds it too: a full stop, a bracket, a space. Others add parameters.

const NUMBER = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/;
const NAME = /[a-z0-9]+(?:-[a-z0-9]+)*/;

/** The certificate number in a part of an address. Null if it has none, so that nothing can be said about a certificate. */
export function certificateNumber(part: string): string | null {
  const plain = plainText(part)
    .toLowerCase()
    .replace(/\p{Pd}/gu, "-");
  const found = NUMBER.exec(plain) ?? NUMBER.exec(plain.replaceAll(" ", ""));
  return found?.[0] ?? null;
}

/** The number or name in a parameter of an address, such as a lesson's or a sheet's. Null if the parameter is missing. */
export function linkedName(query: URLSearchParams, parameter: string): string | null {
  const value = query.get(parameter);
  return value === null ? null : (NAME.exec(value.toLowerCase())?.[0] ?? "");
}

/** The name in an address as a title: "ai-policy" becomes "AI policy". Null if the address has no name. */
export function linkedTitle(query: URLSearchParams): string | null {
  const words = linkedName(query, "name")
    ?.replaceAll("-", " ")
    .replace(/\bai\b/g, "AI");
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}
