import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Element } from "hast";
import { moduleOf } from "../../src/domain/course.ts";
import { COURSE_ID, type LessonId } from "../../src/domain/ids.ts";
import { type LessonPack, lessonPackSchema } from "../../src/domain/pack.ts";
import { assignAnchors } from "./anchors.ts";
import { checkBody } from "./checkBody.ts";
import type { ContentError } from "./contentError.ts";
import { parseDrawing } from "./drawing.ts";
import { parseFrontMatter } from "./frontMatter.ts";
import { labelDrawing } from "./labelDrawing.ts";
import type { LessonContext } from "./lessonContext.ts";
import { parseMarkdown } from "./markdown.ts";
import { parseQuiz } from "./quizFile.ts";
import { renderBody } from "./renderBody.ts";
import { resolveLinks } from "./resolveLinks.ts";

export type LessonFolder = {
  /** Where it is. */
  path: string;
  /** Its path as printed in errors. */
  shown: string;
};

/** Compiles one lesson folder, or says everything that is wrong in it. */
export function compileLesson(
  folder: LessonFolder,
  folders: ReadonlyMap<string, LessonId>,
): { pack: LessonPack } | { errors: ContentError[] } {
  const errors: ContentError[] = [];
  const lessonFile = `${folder.shown}/lesson.md`;
  const quizFile = `${folder.shown}/quiz.yaml`;
  const source = readText(join(folder.path, "lesson.md"));
  const quizText = readText(join(folder.path, "quiz.yaml"));
  if (quizText === null) errors.push({ file: quizFile, line: 1, message: "the lesson has no quiz.yaml" });
  if (source === null) errors.push({ file: lessonFile, line: 1, message: "the lesson has no lesson.md" });

  const lessonId = folders.get(basename(folder.path));
  const quiz =
    quizText === null ? null : parseQuiz({ file: quizFile, text: quizText, firstLine: 1 }, lessonId);
  if (quiz && "errors" in quiz) errors.push(...quiz.errors);
  const drawings = readDrawings(folder, errors);
  if (source === null) return { errors };

  const context: LessonContext = { file: lessonFile, source, drawings, folders };
  const tree = parseMarkdown(source);
  const complain = (line: number, message: string) => errors.push({ file: lessonFile, line, message });
  const anchors = assignAnchors(tree);
  checkBody(tree, context, complain);
  resolveLinks(tree, anchors, context, complain);

  const yaml = tree.children[0];
  const front =
    yaml?.type === "yaml"
      ? parseFrontMatter({
          file: lessonFile,
          text: yaml.value,
          firstLine: (yaml.position?.start.line ?? 1) + 1,
        })
      : {
          errors: [
            {
              file: lessonFile,
              line: 1,
              message: 'the lesson must begin with front matter between "---" lines',
            },
          ],
        };
  if ("errors" in front) errors.push(...front.errors);
  else if (lessonId && front.lessonId !== lessonId) {
    complain(2, `lesson is ${front.lessonId}, the folder says ${lessonId}`);
  }
  if (errors.length > 0 || "errors" in front || !quiz || "errors" in quiz) return { errors };

  const { lesson: _lesson, module: _module, ...shown } = front.value;
  return {
    pack: lessonPackSchema.parse({
      courseId: COURSE_ID,
      moduleId: moduleOf(front.lessonId).id,
      lessonId: front.lessonId,
      ...shown,
      html: renderBody(tree, drawings),
      quiz: quiz.value,
    }),
  };
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function readDrawings(folder: LessonFolder, errors: ContentError[]): Map<string, Element> {
  const drawings = new Map<string, Element>();
  for (const name of readdirSync(folder.path).filter((each) => each.endsWith(".svg"))) {
    const parsed = parseDrawing(`${folder.shown}/${name}`, readFileSync(join(folder.path, name), "utf8"));
    if ("errors" in parsed) errors.push(...parsed.errors);
    else drawings.set(name, labelDrawing(name, parsed.svg));
  }
  return drawings;
}
