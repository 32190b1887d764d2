import type { z } from "zod";

/**
 * Reads the configuration once. All errors are listed in one message, so that they can be fixed together. An empty
 * variable counts as absent, because shells and hosting panels produce them.
 */
export function parseEnv<S extends z.ZodType>(
  schema: S,
  source: Record<string, string | undefined>,
): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "environment"}: ${issue.message}`,
  );
  throw new Error(
    `The configuration has ${faults.length} fault(s):\n${faults.join("\n")}\nSee .env.example.`,
  );
}
