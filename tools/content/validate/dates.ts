import type { ContentError } from "../contentError.ts";
import type { LessonSource } from "../lesson/lessonSource.ts";
import type { YamlSource } from "../parseYaml.ts";
import { type Expiring, expiringIn } from "../text/expiring.ts";

const DAY_MS = 86_400_000;
/** How long before its day a sentence is reported. */
const NOTICE_MS = 14 * DAY_MS;
const DATE = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

type Dated = Expiring & { file: string };

/** The sentences of the course that must be checked on a day, by their days. */
export function datedSentences(lessons: readonly LessonSource[]): Dated[] {
  const inYaml = (source: YamlSource | null) =>
    source ? expiringIn(source.text, source.firstLine).map((each) => ({ ...each, file: source.file })) : [];
  return lessons
    .flatMap(({ body, sheets, labs, quiz, review }) => [
      ...[...(body ? [body] : []), ...sheets, ...labs].flatMap(({ file, expires, front }) => [
        ...expires.map((each) => ({ ...each, file })),
        ...inYaml(front),
      ]),
      ...[quiz, review, ...labs.map(({ data }) => data)].flatMap(inYaml),
    ])
    .sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** A date that is none, in the form of an author's mistake. */
export function dateFaults(dated: readonly Dated[]): ContentError[] {
  return dated
    .filter(({ on }) => !DATE.test(on))
    .map(({ file, line, on }) => ({
      file,
      line,
      message: `expires on "${on}", needs a date such as 2026-12-02`,
    }));
}

/** What authors read about the dates: the sentences to check within two weeks, those that have passed, the next day. */
export function dateReport(
  dated: readonly Dated[],
  nowMs: number,
): { lines: string[]; passed: ContentError[] } {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const soon = new Date(nowMs + NOTICE_MS).toISOString().slice(0, 10);
  const passed = dated
    .filter(({ on }) => on <= today)
    .map(({ file, line, on, words }) => ({ file, line, message: `had to be checked on ${on}: ${words}` }));
  const due = dated.filter(({ on }) => on > today && on <= soon);
  const next = dated.find(({ on }) => on > today);
  return {
    lines: [
      ...due.map(({ file, line, on, words }) => `${file}:${line}: check by ${on}: ${words}`),
      next
        ? `The next sentence must be checked on ${next.on} (${next.file}:${next.line}).`
        : "No sentence has a date on which it must be checked.",
    ],
    passed,
  };
}
