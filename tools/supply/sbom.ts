import type { Package } from "./packages.ts";

const PURL = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
const SINGLE_LICENCE = /^[\w.-]+$/;

/**
 * The software bill of materials, CycloneDX 1.6: every package with its version, licence and hash, and its
 * dependencies. The same lock file produces the same text on any machine.
 */
export function sbom(
  { name, version }: { name: string; version: string },
  packages: readonly Package[],
  usedFromRoot: readonly string[],
): object {
  const refs = new Map(packages.map((each) => [each.path, PURL(each.name, each.version)]));
  const refsOf = (paths: readonly string[]) =>
    [...new Set(paths.flatMap((path) => refs.get(path) ?? []))].sort();
  const root = PURL(name, version);

  // A package may be installed in several folders. It is one component, with the dependencies of all its copies.
  const byRef = new Map<string, Package[]>();
  for (const each of packages) {
    const ref = PURL(each.name, each.version);
    byRef.set(ref, [...(byRef.get(ref) ?? []), each]);
  }
  const uses = [...byRef].map(([ref, same]) => ({
    ref,
    dependsOn: refsOf(same.flatMap((each) => each.uses)),
  }));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": root, name, version, purl: root } },
    components: [...byRef].map(([ref, same]) => component(ref, same)),
    dependencies: [{ ref: root, dependsOn: refsOf(usedFromRoot) }, ...uses],
  };
}

function component(ref: string, same: readonly Package[]): object {
  const [first] = same;
  if (!first) throw new Error(`${ref} has no package`);
  const { name, version, licence } = first;
  const integrity = same.find((each) => each.integrity)?.integrity;
  const isShipped = same.some((each) => !each.isDevelopment);
  return {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    purl: ref,
    scope: isShipped ? "required" : "excluded",
    licenses: [SINGLE_LICENCE.test(licence) ? { license: { id: licence } } : { expression: licence }],
    ...(integrity ? { hashes: [hash(integrity)] } : {}),
  };
}

function hash(integrity: string): { alg: string; content: string } {
  const [, algorithm = "", digest = ""] = /^sha(\d+)-([^ ]+)/.exec(integrity) ?? [];
  return { alg: `SHA-${algorithm}`, content: Buffer.from(digest, "base64").toString("hex") };
}
