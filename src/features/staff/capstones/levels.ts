/** What earns 0, 1 or 2, 3 and 4 points in each row of the rubric. The same words as in content/labs/review-a-review. */
export const LEVELS: readonly (readonly [string, string, string, string])[] = [
  [
    "Wrong or absent",
    "Describes the tool, vague on its limits",
    "Clear limits and one workable test",
    "Tests by group, and names what is uncertain",
  ],
  [
    "No workflow",
    "A generic prompt or steps",
    "A delegation map and a checked workflow",
    "Shows before and after, and the true time cost",
  ],
  [
    "Wrong tier, no safeguard",
    "The right area, a thin reason",
    "Correct tier, dated, a UK point, an owner named",
    "Explains doubt, when the rules would change, and a control that fits the risk",
  ],
  [
    "One lens, or a stereotype",
    "Two lenses named, little reasoning",
    "Two traditions applied with sources, one non-Western",
    "Shows tension and criticism, and changes the design because of it",
  ],
  [
    "Affected people absent",
    "Only listed",
    "Benefits, burdens, labour and data traced; a way to contest",
    "Gives affected people real authority, including the power to refuse",
  ],
];

export const LEVEL_POINTS = ["0", "1 or 2", "3", "4"] as const;
