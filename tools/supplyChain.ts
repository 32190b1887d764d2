import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { licencesPage } from "./supply/licences.ts";
import { lockedPackages, usedFromRoot } from "./supply/packages.ts";
import { sbom } from "./supply/sbom.ts";

// `npm run licences` writes docs/licences.md, `npm run sbom` the bill of materials: sbom.cdx.json. Neither needs the network.
const ROOT = join(import.meta.dirname, "..");
const packages = lockedPackages(ROOT);

if (process.argv[2] === "licences") {
  writeFileSync(join(ROOT, "docs", "licences.md"), licencesPage(packages));
} else {
  const academy: { name: string; version: string } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const bill = sbom(academy, packages, usedFromRoot(ROOT));
  writeFileSync(join(ROOT, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
}
