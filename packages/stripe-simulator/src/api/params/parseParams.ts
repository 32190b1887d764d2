import type { z } from "zod";
import { type ApiError, badRequest } from "../apiError.ts";
import type { RawParams } from "./formParse.ts";

/** Parses parameters. Throws the first error in Stripe's words. */
export function parseParams<S extends z.ZodType>(schema: S, raw: RawParams): z.output<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw firstFault(result.error, raw);
}

function firstFault(error: z.ZodError, raw: RawParams): ApiError {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => bracketed([...issue.path, key])) : [],
  );
  if (unknown.length > 0) {
    const names = unknown.join(", ");
    return badRequest(`Received unknown parameter${unknown.length > 1 ? "s" : ""}: ${names}`, {
      code: "parameter_unknown",
      ...(unknown[0] ? { param: unknown[0] } : {}),
    });
  }
  const issue = error.issues[0];
  if (!issue) return badRequest("Invalid request");
  const param = bracketed(issue.path);
  if (issue.code === "custom") {
    const code: unknown = issue.params?.code;
    return badRequest(issue.message.replaceAll("{param}", param), {
      param,
      ...(typeof code === "string" ? { code } : {}),
    });
  }
  if (at(raw, issue.path) === undefined) {
    return badRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const expected = issue.code === "invalid_type" ? issue.expected : "object";
  return badRequest(`Invalid ${expected === "record" ? "object" : expected}`, { param });
}

/** Converts `["line_items", 0, "price"]` to "line_items[0][price]". */
function bracketed(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((each) => `[${each}]`).join("")}`;
}

function at(raw: RawParams, path: readonly PropertyKey[]): unknown {
  let value: string | RawParams | undefined = raw;
  for (const segment of path) value = typeof value === "object" ? value[String(segment)] : undefined;
  return value;
}
