import type { Row } from "./measure.ts";

const HEADINGS = ["measure", "ours", "floor", "ratio", "target", "verdict"] as const;

/** The report as lines for a terminal, with notes below the table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [[...HEADINGS], ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const notes = rows.filter((row) => row.note).map((row) => `${row.measure}: ${row.note}`);
  return [lines[0], rule, ...lines.slice(1), "", ...notes].join("\n");
}

function cellsOf({ measure, ours, floor, unit, target, verdict }: Row): string[] {
  const figure = (value: number | null) => (value === null ? "–" : `${readable(value)} ${unit}`.trim());
  const ratio = ours === null || !floor ? "–" : `${(ours / floor).toFixed(2)} ×`;
  return [measure, figure(ours), figure(floor), ratio, target, verdict];
}

function readable(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
