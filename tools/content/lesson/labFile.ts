import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LAB_FORMS, type LabForm } from "../../../src/domain/course/labState.ts";
import { AUDIENCES } from "../../../src/domain/course/pack.ts";
import { isLessonId, type LessonId } from "../../../src/domain/ids.ts";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
import { text } from "../text/text.ts";
import { sourceSchema } from "./frontMatter.ts";
import { type LabSource, readLab } from "./lessonSource.ts";

/** Who may read a sheet or a lab: the entry `for` of its front matter. */
export const audience = z.enum(AUDIENCES).default("everyone");

const frontSchema = z
  .strictObject({
    kind: z.enum(LAB_FORMS).default("lab"),
    for: audience,
    lesson: z.int().refine((lesson) => isLessonId(String(lesson)), { error: "is not in the course" }),
    title: text,
    purpose: text,
    minutes: z.int().min(5).max(20),
    /** Minutes that the learner works elsewhere. */
    work: z.int().min(1).optional(),
    sources: z.array(sourceSchema).optional(),
  })
  .refine(({ kind, work }) => kind === "task" || work === undefined, {
    path: ["work"],
    error: "is only for a task",
  })
  .refine(({ kind, sources }) => kind !== "lab" || sources === undefined, {
    path: ["sources"],
    error: "is only for a task or a topic: a lab's sources are those of its lesson",
  });
export type LabFront = z.infer<typeof frontSchema>;

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
    if (!lab) complain("the lab has no lab.md");
    else if (!lab.front) errors.push({ file: lab.file, line: 1, message: NO_FRONT_MATTER });
    else {
      const front = parseLabFront(lab.front);
      if ("errors" in front) errors.push(...front.errors);
      else {
        if (front.value.kind === "lab" && !SCHEMAS.has(name))
          complain(`the lab has no src/features/labs/${name}/data.ts`);
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

/** The lab's data, checked by its own schema. Null for a task or topic, and if it has errors, which are reported. */
export function readLabData(
  { name, file, data }: LabSource,
  form: LabForm,
  errors: ContentError[],
): { value: unknown } | null {
  if (form !== "lab") {
    if (data) errors.push({ file: data.file, line: 1, message: `a ${form} has no data.yaml` });
    return null;
  }
  const schema = SCHEMAS.get(name);
  if (!data) errors.push({ file, line: 1, message: "the lab has no data.yaml beside it" });
  if (!schema || !data) return null;
  const parsed = parseYaml(schema, data);
  if (!("errors" in parsed)) return parsed;
  errors.push(...parsed.errors);
  return null;
}
