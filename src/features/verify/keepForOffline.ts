import { loadIssuer } from "../../platform/certificate.ts";
import { keepAsset } from "../../platform/keptAssets.ts";

/** Puts on the device what checks a certificate's file without a connection: the libraries and the issuer's keys. */
export async function keepForOffline(): Promise<void> {
  try {
    const { address } = await import("./proofChunk.ts");
    await Promise.all([keepAsset(address), loadIssuer()]);
  } catch (error) {
    console.info("What checks certificates could not be kept for use offline", error);
  }
}
