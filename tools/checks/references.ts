import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRequirements } from "./traceability.ts";

// Checks that everything cited by number or by link exists. CONTRIBUTING.md lists the forms of citation.

export type Broken = { file: string; line: number; kind: string; reference: string };
type Check = {
  kind: string;
  /** The first group is the reference, or a list of numbers. */
  find: RegExp;
  resolves: (reference: string) => boolean;
};

const FOLDERS = [
  ".github",
  "bench",
  "content",
  "docs",
  "functions",
  "packages",
  "server",
  "src",
  "supabase",
  "tests",
  "tools",
];
const TEXT_FILE = /\.(?:[cm]?[jt]sx?|css|html|sql|toml|ya?ml|md)$/;
/** The links of lessons and legal texts are addresses of the site. The content compiler checks them. */
const COURSE_TEXT = /^content\/(?:lessons|legal)\//;
/** Decisions may name files that have been moved since. */
const RECORD = /^docs\/decisions\/\d/;

/**
 * Returns every reference below `root` whose target does not exist. Throws when it reads fewer files than `atLeast`: a
 * checker that reads nothing finds nothing.
 */
export function findBrokenReferences(root: string, atLeast: number): Broken[] {
  const files = textFiles(root);
  if (files.length < atLeast)
    throw new Error(`read only ${files.length} files, expected at least ${atLeast}`);
  const numbers = numberChecks(root);
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = numbers.flatMap((each) => broken(file, unwrapped(text), each));
    if (!file.endsWith(".md")) return found;
    const page = blank(text, /^```.*?^```/gms);
    found.push(...broken(file, blank(page, /`[^`\n]*`/g), linkCheck(root, file)));
    if (!RECORD.test(file)) found.push(...broken(file, page, pathCheck(root)));
    return found;
  });
}

function textFiles(root: string): string[] {
  const below = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  return [...readdirSync(root), ...below]
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => TEXT_FILE.test(file) && !COURSE_TEXT.test(file) && !file.includes("node_modules/"));
}

/** The checks for numbered references, which any file may contain. */
function numberChecks(root: string): Check[] {
  const rules = new Set(headings(join(root, "docs", "offline-rules.md")));
  const sections = headings(join(root, "docs", "requirements.md"));
  const requirements = readRequirements(root);
  const records = new Set(readdirSync(join(root, "docs", "decisions")).map((file) => file.slice(0, 4)));
  const isRecord = (number: string) => records.has(number.padStart(4, "0"));
  return [
    {
      kind: "rule",
      find: /\brules?\s+(\d+(?:,\s+\d+)*(?:,?\s+and\s+\d+)?)\b/gi,
      resolves: (number) => rules.has(`Rule ${number}`),
    },
    { kind: "invariant", find: /\bI(\d{1,2})\b/g, resolves: (number) => rules.has(`I${number}`) },
    { kind: "decision", find: /\bdecisions?\s+(\d{1,4})\b/gi, resolves: isRecord },
    { kind: "decision", find: /\bdecisions\/(\d{4})/g, resolves: isRecord },
    { kind: "decision", find: /[([](00\d\d)[)\]]/g, resolves: isRecord },
    { kind: "requirement", find: /\bS-(\d{3})\b/g, resolves: (number) => requirements.has(`S-${number}`) },
    {
      // A section sign after the name of a standard cites that standard.
      kind: "section",
      find: /(?<!\bRFC \d+ |\bHTML |\bCSP 3 |\bBitstring Status List 1\.0, )(?:§|\bspecification, section )(\d+)/g,
      resolves: (number) => sections.some((heading) => heading.startsWith(`§${number} `)),
    },
    { kind: "document", find: /\b(docs\/[\w./-]+\.md)\b/g, resolves: (path) => existsSync(join(root, path)) },
  ];
}

/** A Markdown page's links to files, folders and headings of the repository. */
function linkCheck(root: string, page: string): Check {
  return {
    kind: "link",
    find: /\]\((?![a-z]+:)([^)\s]+)\)/g,
    resolves: (link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? join(root, page) : join(root, dirname(page), path);
      return existsSync(target) && (anchor === undefined || anchors(target).includes(anchor));
    },
  };
}

/** The files that a Markdown page names in inline code, with paths from the root of the repository. */
function pathCheck(root: string): Check {
  return {
    kind: "path",
    find: /`((?:bench|content|docs|functions|packages|public|server|src|supabase|tests|tools)\/[\w./-]+\.\w+)`/g,
    resolves: (path) => existsSync(join(root, path)),
  };
}

function broken(file: string, text: string, { kind, find, resolves }: Check): Broken[] {
  return [...text.matchAll(find)].flatMap(({ index, 1: cited = "" }) => {
    const references = kind === "rule" ? (cited.match(/\d+/g) ?? []) : [cited];
    const line = text.slice(0, index).split("\n").length;
    return references
      .filter((reference) => !resolves(reference))
      .map((reference) => ({ file, line, kind, reference }));
  });
}

/** Removes the characters that begin the lines of a comment, so that a citation may continue on the next line. */
function unwrapped(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)/g, (start) => `\n${" ".repeat(start.length - 1)}`);
}

/** Replaces everything that matches `pattern` with spaces and keeps line breaks. */
function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (part) => part.replace(/[^\n]/g, " "));
}

function headings(page: string): string[] {
  const text = blank(readFileSync(page, "utf8"), /^```.*?^```/gms);
  return [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = ""]) => heading);
}

/** The anchors that GitHub generates for the headings of a Markdown page. */
function anchors(page: string): string[] {
  if (!page.endsWith(".md")) return [];
  const counts = new Map<string, number>();
  return headings(page).map((heading) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}
