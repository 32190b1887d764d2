import { readFileSync, statSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesBelow } from "./fingerprint.ts";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 1024;
const QUICK_BROTLI_QUALITY = 5;

/**
 * Writes a `.br` and a `.gz` file beside every text file of a built site. With `isQuick` it takes a tenth of the time,
 * and the `.br` files are some 7 % larger.
 */
export async function compressAll(folder: string, { isQuick = false } = {}): Promise<void> {
  const brotliQuality = isQuick ? QUICK_BROTLI_QUALITY : constants.BROTLI_MAX_QUALITY;
  const files = filesBelow(folder).filter(
    (file) => COMPRESSIBLE.test(file) && statSync(file).size >= WORTH_COMPRESSING_BYTES,
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
