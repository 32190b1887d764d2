import * as z from "zod/mini";

/**
 * Reads the configuration once. All errors are listed in one message, so that they can be fixed together. An empty
 * variable counts as absent, because shells and hosting panels set such variables.
 */
export function parseEnv<S extends z.core.$ZodType>(
  schema: S,
  source: Record<string, string | undefined>,
): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = z.safeParse(schema, present);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "environment"}: ${issue.message}`,
  );
  throw new Error(
    `The configuration has ${faults.length} error(s):\n${faults.join("\n")}\nSee .env.example.`,
  );
}
