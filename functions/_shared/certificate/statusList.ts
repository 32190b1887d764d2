/** The least that the standard allows, so that one certificate hides among many (Bitstring Status List 1.0, §2.2). */
const LIST_BITS = 131_072;

/**
 * The list with the bits of the given places set, as `encodedList`: gzip in base64url behind the multibase prefix "u".
 * Place 0 is the leftmost bit of the first byte (Bitstring Status List 1.0, §3.3).
 */
export async function encodeStatusList(places: readonly number[]): Promise<string> {
  const bytes = new Uint8Array(LIST_BITS / 8);
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return `u${base64url(new Uint8Array(await new Response(zipped).arrayBuffer()))}`;
}

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
