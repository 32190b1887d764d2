import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));

/** `content/labs/agent-keys/data.yaml`, which explains the steps. */
export const dataSchema = z
  .object({
    task: text,
    jobs: z.array(text).check(z.minLength(1)),
    mail: z.object({ from: text, subject: text, shown: text, hidden: text }),
    tools: z.array(z.object({ id: text, name: text })).check(z.minLength(2)),
    steps: z
      .array(
        z.object({
          id: text,
          tool: text,
          after: z.optional(text),
          ask: text,
          log: text,
          job: z.optional(z.int().check(z.minimum(1))),
          planted: z.optional(z.literal(true)),
          harm: z.optional(text),
        }),
      )
      .check(z.minLength(1)),
  })
  .check(
    z.superRefine(({ jobs, tools, steps }, context) => {
      const before = new Set<string>();
      for (const [index, { id, tool, after, job, planted, harm }] of steps.entries()) {
        const complain = (key: string, message: string) =>
          context.addIssue({ code: "custom", path: ["steps", index, key], message });
        if (!tools.some((each) => each.id === tool)) complain("tool", "is none of the tools");
        if (after !== undefined && !before.has(after)) complain("after", "is no earlier step");
        if (job !== undefined && job > jobs.length) complain("job", "is none of the jobs");
        if (harm !== undefined && !planted) complain("harm", "is only for a step that is planted");
        if (before.has(id)) complain("id", "is used twice");
        before.add(id);
      }
      const done = new Set(steps.flatMap(({ job }) => job ?? []));
      if (done.size < jobs.length)
        context.addIssue({ code: "custom", path: ["jobs"], message: "must each be done by a step" });
    }),
  );
export type AgentKeysData = z.infer<typeof dataSchema>;
export type AgentStep = AgentKeysData["steps"][number];
