import extendedLatin from "@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2?url";
import vietnamese from "@fontsource-variable/fraunces/files/fraunces-vietnamese-opsz-normal.woff2?url";
import { loadIssuer } from "../../platform/certificate.ts";
import { keepAsset } from "../../platform/keptAssets.ts";

/** Files of the name's face that most people never need, by the letters in them (src/ui/fonts.css). */
const FACES: [letters: RegExp, file: string][] = [
  [/[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/, extendedLatin],
  // Also the letters and tone marks of Yoruba and Igbo.
  [/\u0300|\u0301|\u0303|\u0309|\u0323|[\u1ea0-\u1ef1]/, vietnamese],
];

/**
 * Puts on the device what a holder needs without a connection: the library that makes the PDF, the face of the name,
 * and the issuer's keys for checking the file. What could not be fetched is fetched with the next visit.
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
    console.info("The certificate's tools could not be kept for use offline", error);
  }
}
