import { findLeftOut } from "./leftOut.ts";
import { nameOf, type RelationshipsState, stateOf } from "./map.ts";

export type Finding = { kind: "alone" | "owedNothing" | "oneWay" | "nobodyCanSayNo"; text: string };

/** The index of the system. Duties are between people, so none are missing where it is one end. */
const SYSTEM = 0;

/** What the map itself says about whom it leaves out. Each person and each tie is counted once. */
export function findingsOf(state: RelationshipsState): Finding[] {
  const { alone, owedNothing, oneWay, nobodyCanSayNo } = findLeftOut({
    nodes: state.people.map(([, canSayNo], id) => ({ id, canSayNo: canSayNo === 1 && id !== SYSTEM })),
    bonds: state.ties.map((tie) => ({
      from: tie[0],
      to: tie[1],
      owes: tie[3],
      owed: tie[4],
      state: stateOf(tie),
    })),
  });
  const name = (person: number) => nameOf(state, person);
  const findings: Finding[] = [];
  for (const person of alone) findings.push({ kind: "alone", text: `${name(person)}: no tie leads there.` });
  for (const person of owedNothing)
    if (person !== SYSTEM && !alone.includes(person))
      findings.push({
        kind: "owedNothing",
        text: `${name(person)}: there are ties, but nobody owes them anything.`,
      });
  for (const { from, to, owes, owed } of oneWay) {
    if (from === SYSTEM || to === SYSTEM) continue;
    const [giver, taker] = owes === "" ? [to, from] : [from, to];
    findings.push({
      kind: "oneWay",
      text: `${name(giver)} owes ${name(taker)} “${owes || owed}”. What comes back is not on the map.`,
    });
  }
  if (nobodyCanSayNo) findings.push({ kind: "nobodyCanSayNo", text: "Nobody on this map can say no." });
  return findings;
}
