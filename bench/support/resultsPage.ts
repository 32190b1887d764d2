import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const BENCH = join(import.meta.dirname, "..");
const RESULTS = join(BENCH, "RESULTS.md");
const CURVES = join(BENCH, "curves");

type Section = "scale" | "soak" | "console" | "published";

/**
 * Writes a part of RESULTS.md, between its two marks, and the charts, by name. The conclusions around it are written by
 * hand.
 */
export function keepSection(name: Section, text: string, charts: Record<string, string>): void {
  mkdirSync(CURVES, { recursive: true });
  for (const [chart, svg] of Object.entries(charts)) writeFileSync(join(CURVES, `${chart}.svg`), svg);
  const { page, from, to, start } = find(name);
  writeFileSync(RESULTS, `${page.slice(0, from)}${start}\n\n${text}\n${page.slice(to)}`);
}

/** The part as it is now, without its marks. */
export function readSection(name: Section): string {
  const { page, from, to, start } = find(name);
  return page.slice(from + start.length, to).trim();
}

function find(name: Section) {
  const [start, end] = [`<!-- ${name}: written by the bench -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(RESULTS, "utf8");
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`RESULTS.md has no place for the figures: ${start} … ${end}`);
  return { page, from, to, start };
}

/** When and where a run took place. */
export function circumstances(): string {
  const load = loadavg().map((each) => each.toFixed(0));
  return `Run of ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 1e9)} GB,
load average ${load.join(", ")}.`;
}

export const whole = (value: number) => Math.round(value).toLocaleString("en-GB");

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
