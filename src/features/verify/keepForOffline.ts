import { loadIssuer } from "../../platform/certificate.ts";
import { keepAsset } from "../../platform/keptAssets.ts";

/** Stores what checking a certificate file offline needs: the libraries and the issuer's keys. */
export async function keepForOffline(): Promise<void> {
  try {
    const [proof, pdf] = await Promise.all([import("./proofChunk.ts"), import("../../platform/pdfChunk.ts")]);
    await Promise.all([keepAsset(proof.address), keepAsset(pdf.address), loadIssuer()]);
  } catch (error) {
    console.info("What checks certificates could not be kept for use offline", error);
  }
}
