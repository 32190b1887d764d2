import extendedLatin from "@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2?url";
import vietnamese from "@fontsource-variable/fraunces/files/fraunces-vietnamese-opsz-normal.woff2?url";
import { keepAsset } from "../../db/store/keptAssets.ts";
import { loadIssuer } from "../../platform/certificate.ts";

/** Font files that few names need, keyed by the letters they contain (src/ui/styles/fonts.css). */
const FACES: [letters: RegExp, file: string][] = [
  [/[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/, extendedLatin],
  // Includes the letters and tone marks of Yoruba and Igbo.
  [/\u0300|\u0301|\u0303|\u0309|\u0323|[\u1ea0-\u1ef1]/, vietnamese],
];

/**
 * Stores what the holder needs offline: the PDF library, the typeface for the name, and the issuer's keys for checking
 * the file. Anything that could not be fetched is fetched on the next visit.
 */
export async function keepForOffline(holderName: string): Promise<void> {
  try {
    const { address } = await import("../../platform/pdfChunk.ts");
    await keepAsset(address);
    for (const [letters, file] of FACES) {
      if (letters.test(holderName)) await keepAsset(new URL(file, location.href).href);
    }
    await loadIssuer();
  } catch (error) {
    console.info("The certificate's tools could not be stored for use offline", error);
  }
}
