import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const month = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a year and a month, such as 2025-09"));
const count = z.int().check(z.minimum(1));
const answer = z.enum(["approve", "refuse"]);
export type Answer = z.infer<typeof answer>;

const ruleSet = z.object({ since: month, pounds: count });
type RuleSet = z.infer<typeof ruleSet>;

const applicationSchema = z.object({
  group: text,
  wants: text,
  since: month,
  /** Pounds for each item. */
  costs: z.array(z.tuple([text, count])).check(z.minLength(1)),
  /** All members, then those who live in the place. */
  members: z.tuple([count, z.int().check(z.minimum(0))]),
  suggested: answer,
  right: answer,
});
export type Application = z.infer<typeof applicationSchema>;

export const totalOf = ({ costs }: Pick<Application, "costs">) =>
  costs.reduce((sum, [, pounds]) => sum + pounds, 0);

export type Rule = "since" | "pounds" | "members";

/** The rules that an application breaks. It is approved if there are none. */
export function brokenRules(rules: RuleSet, { since, costs, members }: Application): Rule[] {
  const [all, local] = members;
  const broken: Record<Rule, boolean> = {
    // Months written as 2025-09 sort by time.
    since: since > rules.since,
    pounds: totalOf({ costs }) > rules.pounds,
    members: local * 2 < all,
  };
  return (["since", "pounds", "members"] as const).filter((rule) => broken[rule]);
}

/** `content/labs/human-check/data.yaml`, which explains the rules. */
export const dataSchema = z
  .object({ place: text, rules: ruleSet, cases: z.array(applicationSchema).check(z.minLength(2)) })
  .check(
    z.superRefine(({ rules, cases }, context) => {
      for (const [index, each] of cases.entries()) {
        const complain = (key: string, message: string) =>
          context.addIssue({ code: "custom", path: ["cases", index, key], message });
        const computed: Answer = brokenRules(rules, each).length === 0 ? "approve" : "refuse";
        if (each.right !== computed) complain("right", `must be "${computed}" by the rules`);
        if (each.members[1] > each.members[0]) complain("members", "has more local members than members");
      }
    }),
  );
export type HumanCheckData = z.infer<typeof dataSchema>;
