import type { Package } from "./packages.ts";

/**
 * The allowed licences, which require attribution at most. MPL-2.0 also requires the source of its own files, which are
 * used unchanged; OFL-1.1 is for the two typefaces, and CC-BY-4.0 for data that only the build reads.
 */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
  "W3C-20150513",
];

/** Whether one alternative of the SPDX expression is allowed in all its parts. */
export function isAllowed(licence: string): boolean {
  return licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => ALLOWED.includes(each)));
}

const OPENING = `# Licences

The licence of every package in \`package-lock.json\`, including those for other platforms. \`npm run licences\` writes this
page; \`tools/supply/supply.test.ts\` fails if it is out of date, or if a licence is not one of those in
\`tools/supply/licences.ts\`.
`;

export function licencesPage(packages: readonly Package[]): string {
  return [
    OPENING,
    section(
      "Used to build and run the academy",
      packages.filter((each) => !each.isDevelopment),
    ),
    section(
      "Used only to test and develop it",
      packages.filter((each) => each.isDevelopment),
    ),
  ].join("\n");
}

function section(title: string, packages: readonly Package[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const parts = licences.map((licence) => {
    const same = packages.filter((each) => each.licence === licence);
    return `### ${licence}\n\n${list(same)}\n`;
  });
  return [`## ${title}\n`, ...parts].join("\n");
}

function list(packages: readonly Package[]): string {
  const names = packages.map(({ name, version }) => `- ${name} ${version}`);
  return [...new Set(names)].sort().join("\n");
}
