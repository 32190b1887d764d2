type Bond = {
  from: number;
  to: number;
  /** What `from` owes `to`; empty if nothing is written down. */
  owes: string;
  /** What `to` owes `from`; empty if nothing is written down. */
  owed: string;
  state: "joined" | "strained" | "cut off";
};

type RelationshipMap = {
  nodes: readonly { id: number; canSayNo: boolean }[];
  bonds: readonly Bond[];
};

type LeftOut = {
  /** Nodes without any bond. */
  alone: number[];
  /** Nodes to whom no bond records a duty. */
  owedNothing: number[];
  /** Bonds with a duty in one direction only. */
  oneWay: Bond[];
  nobodyCanSayNo: boolean;
};

const written = (duty: string) => duty.trim() !== "";

/** Computes from the map alone whom its author may have left out. */
export function findLeftOut({ nodes, bonds }: RelationshipMap): LeftOut {
  const bonded = new Set(bonds.flatMap(({ from, to }) => [from, to]));
  const owedSomething = new Set(
    bonds.flatMap(({ from, to, owes, owed }) => [
      ...(written(owes) ? [to] : []),
      ...(written(owed) ? [from] : []),
    ]),
  );
  const ids = nodes.map(({ id }) => id);
  return {
    alone: ids.filter((id) => !bonded.has(id)),
    owedNothing: ids.filter((id) => !owedSomething.has(id)),
    oneWay: bonds.filter(({ owes, owed }) => written(owes) !== written(owed)),
    nobodyCanSayNo: !nodes.some(({ canSayNo }) => canSayNo),
  };
}
