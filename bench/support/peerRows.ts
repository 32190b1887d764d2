import { PEER_TITLES, PEERS, type PeerName } from "../peers/contract.ts";
import type { Row } from "./measure.ts";

/** Differences below this are noise. */
const NOISE = 0.05;

export type Figures = Record<PeerName, number>;

export function figuresOf(samples: Record<string, number[]>, of: (samples: number[]) => number): Figures {
  return Object.fromEntries(PEERS.map((name) => [name, of(samples[name] ?? [])])) as Figures; // from PEERS
}

/** One row of the comparison. Less is better, and the target is that no peer is ahead. */
export function comparison(
  measure: string,
  unit: Row["unit"],
  figures: Figures,
  note: string,
  detail?: Row["detail"],
): Row {
  const { academy: ours, ...peers } = figures;
  const ahead = Object.entries(peers).flatMap(
    ([name, value]) => (value < ours * (1 - NOISE) ? [PEER_TITLES[name as PeerName]] : []), // the keys of `peers` are peers
  );
  return {
    measure,
    unit,
    ours,
    floor: null,
    target: "no peer ahead",
    verdict: ahead.length === 0 ? "met" : "not met",
    note: ahead.length === 0 ? note : `ahead: ${ahead.join(", ")}; ${note}`,
    peers,
    ...(detail && { detail }),
  };
}
