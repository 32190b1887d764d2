import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));

const graphAnswer = z.object({ id: text, label: text, short: text, means: text, source: text, to: text });
const graphNode = z.object({
  id: text,
  topic: text,
  question: text,
  answers: z.array(graphAnswer).check(z.minLength(2), z.maxLength(9)),
});
const leaf = z.object({ id: text, text });
const system = z.object({
  name: text,
  text,
  leaf: text,
  path: z.array(z.object({ answer: text, fact: text })).check(z.minLength(1)),
});

const shape = z.object({
  law: text,
  start: text,
  strict: z.array(text),
  nodes: z.array(graphNode),
  leaves: z.array(leaf),
  systems: z.array(system).check(z.minLength(1)),
});
export type WhichRulesData = z.infer<typeof shape>;
export type GraphAnswer = z.infer<typeof graphAnswer>;
export type GraphNode = z.infer<typeof graphNode>;
export type System = z.infer<typeof system>;

/** `content/labs/which-rules/data.yaml`, which explains the graph. */
export const dataSchema = shape.check(
  z.superRefine((data, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const { nodes, systems, start, strict } = data;

    const known = new Set<string>();
    for (const key of ["nodes", "leaves"] as const)
      for (const [index, { id }] of data[key].entries()) {
        if (known.has(id)) complain([key, index, "id"], "is used twice");
        known.add(id);
      }

    const first = nodes.find(({ id }) => id === start);
    if (!first) return complain(["start"], "is no node");
    for (const [index, id] of strict.entries())
      if (!first.answers.some((answer) => answer.id === id))
        complain(["strict", index], "is no answer of the first node");

    for (const [index, { answers }] of nodes.entries())
      for (const [at, { id, to }] of answers.entries()) {
        const path = ["nodes", index, "answers", at];
        if (!known.has(to)) complain([...path, "to"], "is neither a node nor a leaf");
        if (answers.findIndex((answer) => answer.id === id) < at) complain([...path, "id"], "is used twice");
      }

    const cycle = nodeOnCycle(data);
    if (cycle) return complain(["nodes", nodes.indexOf(cycle)], "leads back to itself");

    for (const [index, each] of systems.entries()) {
      const end = endOf(data, each);
      if (end !== each.leaf)
        complain(["systems", index, "path"], `must lead to the leaf "${each.leaf}", but leads to "${end}"`);
    }
  }),
);

/** A node from which the answers lead back to it, or null. */
function nodeOnCycle({ nodes }: Pick<WhichRulesData, "nodes">): GraphNode | null {
  const finished = new Set<string>();
  const open = new Set<string>();
  const visit = (node: GraphNode): GraphNode | null => {
    if (finished.has(node.id)) return null;
    if (open.has(node.id)) return node;
    open.add(node.id);
    for (const { to } of node.answers) {
      const next = nodes.find(({ id }) => id === to);
      const found = next && visit(next);
      if (found) return found;
    }
    open.delete(node.id);
    finished.add(node.id);
    return null;
  };
  for (const node of nodes) {
    const found = visit(node);
    if (found) return found;
  }
  return null;
}

/** Where the path of a system leads: the id of a node or leaf, or null if a node does not have the answer of its step. */
function endOf({ nodes, start }: Pick<WhichRulesData, "nodes" | "start">, { path }: System): string | null {
  return path.reduce<string | null>((at, { answer }) => {
    const node = nodes.find(({ id }) => id === at);
    return node?.answers.find(({ id }) => id === answer)?.to ?? null;
  }, start);
}
