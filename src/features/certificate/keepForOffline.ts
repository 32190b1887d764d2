import displayFace from "@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2?url";
import { loadIssuer } from "../../platform/certificate.ts";
import { keepAsset } from "../../platform/keptAssets.ts";

/** Letters such as ł and ŵ are in a face of their own, which most people never need (src/ui/fonts.css). */
const EXTENDED_LATIN = /[\u0100-\u02ba\u1e00-\u1eff]/;

/**
 * Puts on the device what a holder needs without a connection: the library that makes the PDF, the face of the name,
 * and the issuer's keys for checking the file. What could not be fetched is fetched with the next visit.
 */
export async function keepForOffline(holderName: string): Promise<void> {
  try {
    const { address } = await import("./pdfChunk.ts");
    await keepAsset(address);
    if (EXTENDED_LATIN.test(holderName)) await keepAsset(new URL(displayFace, location.href).href);
    await loadIssuer();
  } catch (error) {
    console.info("The certificate's tools could not be kept for use offline", error);
  }
}
