import { PEER_TITLES, type PeerName } from "../peers/contract.ts";
import type { Row } from "./measure.ts";

export const HEADINGS = ["measure", "ours", "floor", "ratio", "target", "verdict"] as const;

/** The report as lines for a terminal, with the peers' figures and notes below the table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [[...HEADINGS], ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const peers = rows.filter((row) => row.peers).map((row) => `${row.measure}: ${peersOf(row)}`);
  const notes = rows.filter((row) => row.note).map((row) => `${row.measure}: ${row.note}`);
  return [lines[0], rule, ...lines.slice(1), "", ...peers, "", ...notes].join("\n");
}

export function cellsOf({ measure, ours, floor, unit, target, verdict }: Row): string[] {
  const ratio = ours === null || !floor ? "–" : `${(ours / floor).toFixed(2)} ×`;
  return [measure, figure(ours, unit), figure(floor, unit), ratio, target, verdict];
}

/** A figure with its unit, or the reason why there is none. */
export function figure(value: number | string | null, unit: Row["unit"]): string {
  if (typeof value === "string") return value;
  return value === null ? "–" : `${readable(value)} ${unit}`.trim();
}

function peersOf({ ours, peers = {}, unit }: Row): string {
  const others = Object.entries(peers).map(
    // The keys of `peers` are those of PEER_TITLES.
    ([name, value]) => `${PEER_TITLES[name as PeerName]} ${figure(value, unit)}`,
  );
  return [`${PEER_TITLES.academy} ${figure(ours, unit)}`, ...others].join(", ");
}

function readable(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
