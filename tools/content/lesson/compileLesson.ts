import { z } from "zod";
import { moduleOf } from "../../../src/domain/course/course.ts";
import { labFieldId } from "../../../src/domain/course/labState.ts";
import {
  type Audience,
  type LabText,
  type LessonPack,
  lessonPackSchema,
  type Sheet,
} from "../../../src/domain/course/pack.ts";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import { termSlug } from "../../../src/domain/text/terms.ts";
import type { ContentError } from "../contentError.ts";
import type { CourseIndex } from "../courseIndex.ts";
import { type LineOf, parseYaml, type YamlSource } from "../parseYaml.ts";
import { readableText } from "../text/readableText.ts";
import { text } from "../text/text.ts";
import { checkLab } from "./checkLab.ts";
import { type CompiledText, compileText } from "./compileText.ts";
import { type FrontMatter, parseFrontMatter } from "./frontMatter.ts";
import { audience, parseLabFront, readLabData } from "./labFile.ts";
import type { Complain, TextContext } from "./lessonContext.ts";
import type { LabSource, LessonSource, SheetSource, TextSource } from "./lessonSource.ts";
import { parseQuiz, parseReview } from "./questionFiles.ts";

const NO_FRONT_MATTER = 'begins with front matter between "---" lines';

type Errors = { errors: ContentError[] };

/** `extended` has the lesson's sheets and labs for organisations too. Null if it has none. */
export type CompiledLesson = { pack: LessonPack; extended: LessonPack | null };

/** Compiles one lesson folder, or returns all errors in it. */
export function compileLesson(lesson: LessonSource, course: CourseIndex): CompiledLesson | Errors {
  const errors: ContentError[] = [...lesson.errors];
  const { lessonId, lessonFile, quizFile } = lesson;
  if (!lesson.quiz) errors.push({ file: quizFile, line: 1, message: "the lesson has no quiz.yaml" });
  if (!lesson.body) errors.push({ file: lessonFile, line: 1, message: "the lesson has no lesson.md" });

  const quiz = take(errors, lesson.quiz && parseQuiz(lesson.quiz, lessonId));
  const review = take(errors, lesson.review && lessonId ? parseReview(lesson.review, lessonId) : null);
  if (!lesson.body) return { errors };

  const complain = complainAbout(lesson.body, errors);
  const front = readFront(lesson.body, lesson, errors);
  const context: TextContext = {
    kind: "lesson",
    lessonId,
    source: lesson.body.source,
    drawings: lesson.drawings,
    ownTerms: front && new Set(front.value.terms.map(({ term }) => term)),
    course,
  };
  const body = compileText(lesson.body, context, complain);
  const sheets = lesson.sheets.map((sheet) => compileSheet(sheet, context, errors));
  const labs = lesson.labs.map((lab) => compileLab(lab, context, errors));
  if (front)
    checkNamedSources(
      [lesson.body, ...lesson.sheets, ...lesson.labs],
      front.value.sources,
      front.lineOf,
      complain,
    );
  if (errors.length > 0 || !front || !quiz) return { errors };

  const { lesson: _lesson, module: _module, sources, ...shown } = front.value;
  const own = new Set(shown.terms.map(({ term }) => termSlug(term)));
  const packOf = (pages: readonly Page[]) =>
    lessonPackSchema.parse({
      format: 2,
      courseId: COURSE_ID,
      moduleId: moduleOf(front.lessonId).id,
      lessonId: front.lessonId,
      ...shown,
      sources: sources.map(shownSource),
      ...body.render(),
      islands: body.islands,
      references: referencesOf([body, ...pages.map((each) => each.text)], own, course),
      sheets: pages.flatMap((each) => ("sheet" in each ? each.sheet() : [])),
      ...(lesson.labs.length > 0 ? { labs: pages.flatMap((each) => ("lab" in each ? each.lab() : [])) } : {}),
      quiz,
      ...(review ? { review } : {}),
    });
  const pages = [...sheets, ...labs].filter((each) => each !== null);
  const forAll = pages.filter((each) => each.audience === "everyone");
  return { pack: packOf(forAll), extended: forAll.length < pages.length ? packOf(pages) : null };
}

/** A compiled sheet or lab. */
type Page = { text: CompiledText; audience: Audience } & ({ sheet: () => Sheet } | { lab: () => LabText });

function shownSource({ named: _named, ...source }: FrontMatter["sources"][number]) {
  return source;
}

function take<T>(errors: ContentError[], parsed: { value: T } | Errors | null): T | null {
  if (!parsed) return null;
  if (!("errors" in parsed)) return parsed.value;
  errors.push(...parsed.errors);
  return null;
}

function complainAbout({ file }: TextSource, errors: ContentError[]): Complain {
  return (line, message) => errors.push({ file, line, message });
}

function readFront(body: TextSource, { lessonId }: LessonSource, errors: ContentError[]) {
  const complain = complainAbout(body, errors);
  if (!body.front) {
    complain(1, `the lesson ${NO_FRONT_MATTER.replace("begins", "must begin")}`);
    return null;
  }
  const front = parseFrontMatter(body.front);
  if ("errors" in front) {
    errors.push(...front.errors);
    return null;
  }
  if (lessonId && front.lessonId !== lessonId)
    complain(2, `lesson is ${front.lessonId}, the folder says ${lessonId}`);
  return front;
}

function compileSheet(source: SheetSource, context: TextContext, errors: ContentError[]): Page | null {
  const complain = complainAbout(source, errors);
  const text = compileText(source, { ...context, kind: "sheet", source: source.source }, complain);
  if (!source.front) complain(1, `a sheet ${NO_FRONT_MATTER}`);
  const front = take(errors, source.front && parseSheetFront(source.front));
  if (!front) return null;
  const { for: audience, ...shown } = front;
  return {
    text,
    audience,
    sheet: () => ({ name: source.name, ...shown, html: text.render().html, islands: text.islands }),
  };
}

function compileLab(source: LabSource, context: TextContext, errors: ContentError[]): Page | null {
  const complain = complainAbout(source, errors);
  errors.push(...source.errors);
  const parsed = source.front && parseLabFront(source.front);
  const front = take(errors, parsed);
  const data = front && readLabData(source, front.kind, errors);
  const text = compileText(
    source,
    {
      ...context,
      kind: "lab",
      source: source.source,
      drawings: new Map([...context.drawings, ...source.drawings]),
      lab: { name: source.name, data: data?.value },
    },
    complain,
  );
  if (!front || !parsed || "errors" in parsed) return null;
  checkLab(source, front, complain);
  checkNamedSources([source], front.sources, parsed.lineOf, complain);
  const { lesson, for: audience, kind, work: _work, sources, ...shown } = front;
  return {
    text,
    audience,
    lab: () => {
      const { html } = text.render();
      return {
        name: source.name,
        ...shown,
        ...(kind === "lab" ? {} : { kind }),
        ...(sources ? { sources: sources.map(shownSource) } : {}),
        html: kind === "lab" ? foldAfterLab(html, labFieldId(String(lesson), source.name)) : html,
        islands: text.islands,
      };
    },
  };
}

/**
 * Folds everything below the lab itself, because it says what the learner is asked to predict. The page opens it when
 * the lab is done (`LabField`).
 */
function foldAfterLab(html: string, fieldId: string): string {
  const island = `data-island="${fieldId}"></div>`;
  const start = html.indexOf(island) + island.length;
  return [
    html.slice(0, start),
    '<details class="fold after-lab"><summary><span class="fold-kind">After the lab</span>',
    '<span class="fold-title">What you just saw, and where it stops being true</span></summary>',
    `<div class="fold-body">${html.slice(start)}</div></details>`,
  ].join("");
}

/** The terms that these texts link to and that other lessons introduce. */
function referencesOf(texts: CompiledText[], own: ReadonlySet<string>, course: CourseIndex) {
  const slugs = new Set(texts.flatMap(({ linkedTerms }) => [...linkedTerms]));
  return [...slugs]
    .filter((slug) => !own.has(slug))
    .sort()
    .flatMap((slug) => {
      const found = course.terms.get(slug);
      return found ? [{ term: found.term, definition: found.definition }] : [];
    });
}

/** The text must name a report that is the only source of a claim. Reports each one that it does not name. */
function checkNamedSources(
  sources: readonly TextSource[],
  listed: FrontMatter["sources"] = [],
  lineOf: LineOf,
  complain: Complain,
): void {
  const texts = sources.map(({ tree }) => readableText(tree)).join("\n");
  for (const [index, { named }] of listed.entries()) {
    if (named && !texts.includes(named))
      complain(
        lineOf(["sources", index, "named"]),
        `the text never names this source as "${named}", although it is the only source of a claim`,
      );
  }
}

const sheetSchema = z.strictObject({ title: text, purpose: text, for: audience });

/** The front matter of a sheet. */
function parseSheetFront(
  source: YamlSource,
): { value: z.infer<typeof sheetSchema> } | { errors: ContentError[] } {
  return parseYaml(sheetSchema, source);
}
