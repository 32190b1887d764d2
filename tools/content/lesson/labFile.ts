import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Heading } from "mdast";
import { visit } from "unist-util-visit";
import { z } from "zod";
import { AUDIENCES } from "../../../src/domain/course/pack.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import { PACING } from "../../../src/domain/study/pacing.ts";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
import { plainText } from "../text/plainText.ts";
import { text } from "../text/text.ts";
import type { Complain } from "./lessonContext.ts";
import { type LabSource, readLab } from "./lessonSource.ts";

/** Who may read a sheet or a lab: the entry `for` of its front matter. */
export const audience = z.enum(AUDIENCES).default("everyone");

const frontSchema = z.strictObject({
  for: audience,
  lesson: z.int().refine((lesson) => isLessonId(String(lesson)), { error: "is not in the course" }),
  title: text,
  purpose: text,
  minutes: z.int().min(5).max(20),
});

/** The frame of every lab: its headings, in this order. */
const HEADINGS = [
  "Try it",
  "What you just saw",
  "Where it stops being true",
  "For your workbook",
  "Now try it for real",
];

/** The schema of each lab's data, by the lab's name. */
const SCHEMAS = await dataSchemas(new URL("../../../src/features/labs/", import.meta.url).pathname);

async function dataSchemas(folder: string): Promise<ReadonlyMap<string, z.core.$ZodType>> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "data.ts")));
  const modules = names.map(async (name) => {
    const { dataSchema } = (await import(join(folder, name, "data.ts"))) as { dataSchema: z.core.$ZodType };
    return [name, dataSchema] as const;
  });
  return new Map(await Promise.all(modules));
}

/** The labs below a folder by the lesson that they name. `show` returns a path as printed in errors. */
export function readLabs(
  folder: string,
  show: (path: string) => string,
): { of: (lessonId: LessonId | undefined) => LabSource[]; errors: ContentError[] } {
  const errors: ContentError[] = [];
  const byLesson = new Map<string, LabSource[]>();
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  for (const name of names) {
    const shown = show(join(folder, name));
    const complain = (message: string) => errors.push({ file: shown, line: 1, message });
    const lab = readLab(join(folder, name), shown);
    if (!SCHEMAS.has(name)) complain(`the lab has no src/features/labs/${name}/data.ts`);
    if (!lab) complain("the lab has no lab.md");
    else if (!lab.front) errors.push({ file: lab.file, line: 1, message: NO_FRONT_MATTER });
    else {
      const front = parseLabFront(lab.front);
      if ("errors" in front) errors.push(...front.errors);
      else {
        const id = String(front.value.lesson);
        byLesson.set(id, [...(byLesson.get(id) ?? []), lab]);
      }
    }
  }
  return { of: (lessonId) => byLesson.get(lessonId ?? "") ?? [], errors };
}

const NO_FRONT_MATTER = 'a lab begins with front matter between "---" lines';

export function parseLabFront(source: YamlSource) {
  return parseYaml(frontSchema, source);
}

/** Reports a lab that lacks a part of the frame, or that differs from its step of the plan. */
export function checkLab(
  { name, tree }: LabSource,
  { title, minutes }: { title: string; minutes: number },
  complain: Complain,
): void {
  const headings = tree.children.filter(
    (node): node is Heading => node.type === "heading" && node.depth === 2,
  );
  const found = headings.map((node) => plainText(node));
  if (found.join() !== HEADINGS.join())
    complain(
      headings[0]?.position?.start.line ?? 1,
      `a lab has the headings ${HEADINGS.join(", ")}, in this order`,
    );
  const blocks = new Map<string, number>();
  visit(tree, "leafDirective", (node) => void blocks.set(node.name, (blocks.get(node.name) ?? 0) + 1));
  if (blocks.get("lab") !== 1) complain(1, "a lab needs the line ::lab once");
  if (blocks.get("field") !== 1) complain(1, "a lab needs one ::field, its question for the workbook");
  const planned = PACING.find((step) => step.kind === "lab" && step.lab === name);
  if (planned?.kind !== "lab") return;
  if (planned.title !== title)
    complain(2, `the plan calls this lab "${planned.title}" (src/domain/study/pacing.ts)`);
  if (planned.minutes !== minutes)
    complain(2, `the plan has ${planned.minutes} minutes for this lab (src/domain/study/pacing.ts)`);
}

/** The lab's data, checked by its own schema. Null if it has errors, which are reported. */
export function readLabData(
  { name, file, data }: LabSource,
  errors: ContentError[],
): { value: unknown } | null {
  const schema = SCHEMAS.get(name);
  if (!data) errors.push({ file, line: 1, message: "the lab has no data.yaml beside it" });
  if (!schema || !data) return null;
  const parsed = parseYaml(schema, data);
  if (!("errors" in parsed)) return parsed;
  errors.push(...parsed.errors);
  return null;
}
