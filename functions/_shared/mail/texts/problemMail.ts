import { isProblemCode, THRESHOLDS } from "../../operations/thresholds.ts";
import { formatTime } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

/** Sent to the operator when a figure rises above its threshold. Obsolete if the threshold no longer exists. */
export function problemMail(problem: string, at: string, value: number | string[]): MailContent | "obsolete" {
  if (!isProblemCode(problem)) return "obsolete";
  const { figure, most, means, first } = THRESHOLDS[problem];
  return {
    subject: `Problem: ${problem}`,
    blocks: [
      { kind: "text", text: means },
      {
        kind: "rows",
        rows: [
          [figure, Array.isArray(value) ? value.join(", ") : String(value)],
          ["Reported above", String(most)],
          ["Since", formatTime(at)],
        ],
      },
      { kind: "text", text: `First: ${first}` },
      {
        kind: "text",
        text: "See docs/alerts.md for details. You will get an email when the problem is over. If it comes back, you will get at most one email a day about it.",
      },
    ],
  };
}

/** Sent to the operator when the figure is back below its threshold. */
export function problemOverMail(problem: string, at: string): MailContent {
  return {
    subject: `Over: ${problem}`,
    blocks: [
      { kind: "text", text: `The problem "${problem}" is over.` },
      { kind: "rows", rows: [["Since", formatTime(at)]] },
    ],
  };
}
