import { z } from "zod";
import { isProblemCode, THRESHOLDS } from "../../operations/thresholds.ts";
import { formatTime } from "../formatDate.ts";
import { type MailContent, rows } from "../layout.ts";
import { dataMail, mail } from "../mailKind.ts";

const overData = z.object({ at: z.iso.datetime(), problem: z.string() });
const problemData = overData.extend({ value: z.union([z.number(), z.array(z.string())]) });

export const problemMails = {
  /** Sent when a figure rises above its threshold. Obsolete if the threshold no longer exists. */
  problem: mail({
    to: "operator",
    row: z.object({ data: problemData }),
    load: ({ data }) => {
      const { problem } = data;
      return isProblemCode(problem) ? { ...data, problem } : "obsolete";
    },
    write: problemMail,
  }),
  /** Sent when the figure is back below its threshold. */
  problem_over: dataMail(
    overData,
    ({ problem, at }) => ({
      subject: `Over: ${problem}`,
      blocks: [`The problem "${problem}" is over.`, rows(["Since", formatTime(at)])],
    }),
    "operator",
  ),
};

function problemMail({
  problem,
  at,
  value,
}: Pick<z.infer<typeof problemData>, "at" | "value"> & { problem: keyof typeof THRESHOLDS }): MailContent {
  const { figure, most, means, first } = THRESHOLDS[problem];
  return {
    subject: `Problem: ${problem}`,
    blocks: [
      means,
      rows(
        [figure, Array.isArray(value) ? value.join(", ") : String(value)],
        ["Reported above", String(most)],
        ["Since", formatTime(at)],
      ),
      `First: ${first}`,
      "See docs/alerts.md for details. You will get an email when the problem is over. If it comes back, you will get at most one email a day about it.",
    ],
  };
}
