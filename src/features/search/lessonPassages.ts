import type { LessonPack } from "../../domain/course/pack.ts";
import { OBJECTIVES_ID, stepsOf } from "../../domain/course/steps.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import type { Passage } from "../../domain/search/search.ts";
import { termSlug } from "../../domain/text/terms.ts";

export type CoursePassage = Passage & {
  /** The lesson, or null for the glossary. */
  lessonId: LessonId | null;
  /** The path of the page that has the passage. */
  to: string;
  /** Shown instead of a heading that is the same in every lesson and is therefore not searched. */
  label?: string;
};

const INLINE = new Set(["A", "ABBR", "B", "CODE", "DFN", "EM", "I", "SPAN", "STRONG", "SUB", "SUP"]);
/** Text separators to insert where the page separates elements only by spacing or rules. */
const AFTER: Record<string, string> = { DT: ": ", TD: " · ", TH: " · " };
/**
 * Excluded: drawings, whose captions describe them, what a question says besides its words and answers, and the label that the compiler writes above each kind of block.
 */
const LEFT_OUT = ".ask-how, .ask-check, .ask-key, svg, .block-kind, .fold-kind";

/** The searchable passages of a lesson: its text by headings, its sheets and labs, and its terms. */
export function lessonPassages(pack: LessonPack): CoursePassage[] {
  const { lessonId, title, objectives, sheets = [], labs = [], terms, references = [] } = pack;
  const inLesson = { kind: "section", lessonId, heading: "", to: paths.course(lessonId) } as const;
  return [
    { ...inLesson, kind: "lesson", heading: title, text: "" },
    {
      ...inLesson,
      label: "After this lesson you will be able to",
      text: objectives.join(" · "),
      to: paths.course(lessonId, { part: OBJECTIVES_ID }),
    },
    ...stepsOf(pack).flatMap((step, index) =>
      sections(step.html ?? "").map(({ id, heading, text }) => ({
        ...inLesson,
        heading,
        text,
        ...(id
          ? { to: paths.course(lessonId, { part: id }) }
          : {
              label: index === 0 ? "Start of the lesson" : step.title,
              to: paths.course(lessonId, { step: index + 1 }),
            }),
      })),
    ),
    ...[
      ...sheets.map((sheet) => ({ ...sheet, to: paths.sheet(sheet.name) })),
      ...labs.map((lab) => ({ ...lab, to: paths.lab(lab.name) })),
    ].map(({ title: heading, purpose, html, to }) => ({
      ...inLesson,
      heading,
      text: collapseSpaces(
        [purpose, ...sections(html).flatMap((part) => [part.heading, part.text])].join(" "),
      ),
      to,
    })),
    ...[...terms, ...references].map(({ term, definition }) => ({
      kind: "term" as const,
      lessonId: null,
      heading: term,
      text: definition,
      to: paths.glossary(termSlug(term)),
    })),
  ];
}

type Section = { id: string; heading: string; text: string };

/** The text between two headings. Text in a block with a heading of its own belongs to that heading. */
function sections(html: string): Section[] {
  const beginning: Section = { id: "", heading: "", text: "" };
  const found = [beginning];
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(LEFT_OUT)) element.remove();

  function collect(parent: Node, outer: Section): void {
    let section = outer;
    for (const child of parent.childNodes) {
      if (child instanceof Element && child.id && /^H[2-6]$/.test(child.tagName)) {
        section = { id: child.id, heading: collapseSpaces(child.textContent), text: "" };
        found.push(section);
      } else if (child instanceof Text) section.text += child.data;
      else {
        collect(child, section);
        if (!INLINE.has(child.nodeName)) section.text += AFTER[child.nodeName] ?? " ";
      }
    }
  }
  collect(body, beginning);
  return found
    .map((section) => ({ ...section, text: collapseSpaces(section.text) }))
    .filter(({ heading, text }) => heading || text);
}

function collapseSpaces(text: string | null): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
