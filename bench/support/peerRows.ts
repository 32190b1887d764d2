import { PEER_TITLES, PEERS, type PeerName } from "../peers/contract.ts";
import type { Row } from "./measure.ts";

/** Differences below this are noise. */
const NOISE = 0.05;

/** A figure for each system, or why it cannot do it. */
export type Figures = Record<PeerName, number | string>;

/** The figure of each system's samples, and `others` for those without samples. */
export function figuresOf(
  samples: Record<string, number[]>,
  of: (samples: number[]) => number,
  others: Partial<Figures> | string,
): Figures {
  const figure = (name: PeerName) => {
    const mine = samples[name];
    if (mine) return of(mine);
    return typeof others === "string" ? others : (others[name] ?? "cannot");
  };
  return Object.fromEntries(PEERS.map((name) => [name, figure(name)])) as Figures; // from PEERS
}

/** One row of the comparison. Less is better, and the target is that no peer is ahead. */
export function comparison(
  measure: string,
  unit: Row["unit"],
  figures: Figures,
  note: string,
  detail?: Row["detail"],
): Row {
  const { academy, ...others } = figures;
  const ours = typeof academy === "number" ? academy : null;
  const ahead = Object.entries(others).flatMap(([name, value]) =>
    typeof value === "number" && (ours === null || value < ours * (1 - NOISE))
      ? [PEER_TITLES[name as PeerName]] // the keys of `others` are peers
      : [],
  );
  return {
    measure,
    unit,
    ours,
    floor: null,
    target: "no peer ahead",
    verdict: ahead.length === 0 ? "met" : "not met",
    note: ahead.length === 0 ? note : `ahead: ${ahead.join(", ")}; ${note}`,
    peers: others,
    ...(detail && { detail }),
  };
}
