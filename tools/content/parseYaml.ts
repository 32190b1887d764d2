import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { z } from "zod";
import type { ContentError } from "./contentError.ts";

export type YamlSource = {
  file: string;
  text: string;
  /** The line of `file` on which `text` begins, counted from 1. */
  firstLine: number;
};
export type LineOf = (path: PropertyKey[]) => number;
export type ParsedYaml<T> = { value: T; lineOf: LineOf } | { errors: ContentError[] };

/**
 * Parses YAML and checks it with a schema whose messages are predicates ("has 5 options, needs 4"): the subject
 * and the line are derived from the location in the file.
 */
export function parseYaml<S extends z.core.$ZodType>(schema: S, source: YamlSource): ParsedYaml<z.output<S>> {
  const counter = new LineCounter();
  const document = parseDocument(source.text, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "error",
  });
  const lineAt = (offset: number) => counter.linePos(offset).line + source.firstLine - 1;
  const complain = (line: number, message: string) => ({ file: source.file, line, message });
  if (document.errors.length > 0) {
    return { errors: document.errors.map((each) => complain(lineAt(each.pos[0]), `YAML: ${each.message}`)) };
  }
  const references = aliasesIn(document);
  if (references.length > 0) {
    return {
      errors: references.map(([name, at]) => complain(lineAt(at), `YAML: write out what *${name} refers to`)),
    };
  }

  const lineOf: LineOf = (path) => lineAt(offsetOf(document, path));
  const result = z.safeParse(schema, document.toJS(), { error: predicateOf });
  if (result.success) return { value: result.data, lineOf };
  return {
    errors: result.error.issues.flatMap((issue) => {
      if (issue.code !== "unrecognized_keys") {
        // "has 5 options" refers to the owner of the list.
        const subject = issue.message.startsWith("has ") ? issue.path.slice(0, -1) : issue.path;
        return [complain(lineOf(issue.path), `${subjectOf(subject)} ${issue.message}`)];
      }
      return issue.keys.map((key) => {
        const line = lineOf([...issue.path, key]);
        return complain(line, `${subjectOf(issue.path)} has an unknown entry "${key}"`);
      });
    }),
  };
}

/** The aliases with their offsets. An alias can be circular, be undefined, or expand to gigabytes. */
function aliasesIn(document: Document): [name: string, offset: number][] {
  const found: [string, number][] = [];
  visit(document, { Alias: (_key, { source, range }) => void found.push([source, range?.[0] ?? 0]) });
  return found;
}

function predicateOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return issue.input === undefined ? "is missing" : `must be of type ${issue.expected}`;
  }
  if (issue.code === "too_small") return issue.origin === "number" ? "is too small" : "is empty";
  return undefined;
}

/** ["questions", 1, "options", 2, "text"] becomes "question 2, option 3, text". */
function subjectOf(path: PropertyKey[]): string {
  const words: string[] = [];
  for (const part of path) {
    const list = words.at(-1);
    if (typeof part === "number" && list) words[words.length - 1] = `${list.replace(/s$/, "")} ${part + 1}`;
    else words.push(String(part));
  }
  return words.length > 0 ? words.join(", ") : "the file";
}

/** The offset of the entry at `path`, or of the nearest entry around it that exists. */
function offsetOf(document: Document, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const key = path[length - 1];
    const parent = length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents;
    const pair = isMap(parent)
      ? parent.items.find((each) => isScalar(each.key) && each.key.value === key)
      : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
