import { z } from "zod";
import type { ContentError } from "../contentError.ts";
import { parseYaml, type YamlSource } from "../parseYaml.ts";
import { text } from "../text/text.ts";

const sheetSchema = z.strictObject({ title: text, purpose: text });

/** The front matter of a sheet. */
export function parseSheetFront(
  source: YamlSource,
): { value: z.infer<typeof sheetSchema> } | { errors: ContentError[] } {
  return parseYaml(sheetSchema, source);
}
