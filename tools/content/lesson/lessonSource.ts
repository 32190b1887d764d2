import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Element } from "hast";
import type { Root } from "mdast";
import type { LessonId } from "../../../src/domain/ids.ts";
import type { ContentError } from "../contentError.ts";
import { labelDrawing, parseDrawing } from "../drawing/drawing.ts";
import type { YamlSource } from "../parseYaml.ts";
import { type Expiring, takeExpiring } from "../text/expiring.ts";
import { parseMarkdown } from "../text/markdown.ts";
import { type TermEntry, termsOf } from "./frontMatter.ts";

/** One Markdown file as read. */
export type TextSource = {
  file: string;
  /** A sheet's name in addresses; null for the body of a lesson. */
  name: string | null;
  source: string;
  tree: Root;
  /** Null when the file does not begin with front matter. */
  front: YamlSource | null;
  /** The sentences in the text that must be checked on a day. */
  expires: Expiring[];
};
export type SheetSource = TextSource & { name: string };
/** A folder below `content/labs`: a lab, task or topic. */
export type LabSource = SheetSource & {
  data: YamlSource | null;
  drawings: ReadonlyMap<string, Element>;
  errors: ContentError[];
};

/** A lesson folder as read. Only the drawings have been checked. */
export type LessonSource = {
  folder: string;
  /** Undefined when the folder's name does not match a lesson of the course. */
  lessonId: LessonId | undefined;
  lessonFile: string;
  body: TextSource | null;
  sheets: SheetSource[];
  labs: LabSource[];
  quiz: YamlSource | null;
  quizFile: string;
  review: YamlSource | null;
  drawings: ReadonlyMap<string, Element>;
  /** Empty when the terms in the front matter cannot be read. */
  terms: TermEntry[];
  errors: ContentError[];
};

/** Reads a lesson folder. `shown` is its path as printed in errors; `labs` are those that name the lesson. */
export function readLesson(
  path: string,
  shown: string,
  lessonId: LessonId | undefined,
  labs: LabSource[],
): LessonSource {
  const errors: ContentError[] = [];
  const yaml = (name: string) => readYaml(join(path, name), `${shown}/${name}`);
  const lessonFile = `${shown}/lesson.md`;
  const lessonText = readText(join(path, "lesson.md"));
  const body = lessonText === null ? null : readMarkdown(lessonFile, null, lessonText);
  const sheets = namesIn(join(path, "sheets"), ".md").map((fileName): SheetSource => {
    const name = fileName.replace(/\.md$/, "");
    const text = readFileSync(join(path, "sheets", fileName), "utf8");
    return { ...readMarkdown(`${shown}/sheets/${fileName}`, name, text), name };
  });
  return {
    folder: basename(path),
    lessonId,
    lessonFile,
    body,
    sheets,
    labs,
    quiz: yaml("quiz.yaml"),
    quizFile: `${shown}/quiz.yaml`,
    review: yaml("review.yaml"),
    drawings: readDrawings(path, shown, errors),
    terms: body?.front ? termsOf(body.front) : [],
    errors,
  };
}

/** Reads a lab's folder. Null if it has no `lab.md`. */
export function readLab(path: string, shown: string): LabSource | null {
  const text = readText(join(path, "lab.md"));
  if (text === null) return null;
  const name = basename(path);
  const data = readYaml(join(path, "data.yaml"), `${shown}/data.yaml`);
  const errors: ContentError[] = [];
  const drawings = readDrawings(path, shown, errors);
  return { ...readMarkdown(`${shown}/lab.md`, name, text), name, data, drawings, errors };
}

function readYaml(path: string, file: string): YamlSource | null {
  const text = readText(path);
  return text === null ? null : { file, text, firstLine: 1 };
}

function readMarkdown(file: string, name: string | null, source: string): TextSource {
  const tree = parseMarkdown(source);
  const expires = takeExpiring(tree);
  const yaml = tree.children[0];
  const front =
    yaml?.type === "yaml"
      ? { file, text: yaml.value, firstLine: (yaml.position?.start.line ?? 1) + 1 }
      : null;
  return { file, name, source, tree, front, expires };
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function namesIn(path: string, ending: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((each) => each.endsWith(ending))
    .sort();
}

function readDrawings(path: string, shown: string, errors: ContentError[]): Map<string, Element> {
  const drawings = new Map<string, Element>();
  for (const name of namesIn(path, ".svg")) {
    const parsed = parseDrawing(`${shown}/${name}`, readFileSync(join(path, name), "utf8"));
    if ("errors" in parsed) errors.push(...parsed.errors);
    else drawings.set(name, labelDrawing(name, parsed.svg));
  }
  return drawings;
}
