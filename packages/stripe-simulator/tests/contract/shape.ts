/** Names and types of an object's fields; "null" where the sample did not show the type. */
export type Shape = "string" | "number" | "boolean" | "null" | "array" | "hash" | { [field: string]: Shape };

/** The shape of a value. The content of `open` fields (dotted paths) is ignored. */
export function shapeOf(value: unknown, open: readonly string[], path: readonly string[] = []): Shape {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
  }
  if (open.includes(path.join(".")) || open.includes(path.at(-1) ?? "")) return "hash";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, shapeOf(each, open, [...path, name])]));
}

/**
 * Lists why `actual` cannot be used where an object of `shape` is expected: missing fields and different types. A null
 * matches everything, as in Stripe's own objects.
 */
export function faultsOf(actual: unknown, shape: Shape, path = ""): string[] {
  const found = shapeOf(actual, []);
  if (found === "null" || shape === "null") return [];
  if (typeof shape !== "object") {
    const fits = found === shape || (shape === "hash" && typeof found === "object");
    return fits ? [] : [`${path}: ${named(found)} instead of ${shape}`];
  }
  if (typeof found !== "object") return [`${path}: ${found} instead of hash`];
  const values = new Map<string, unknown>(Object.entries(Object(actual)));
  return Object.entries(shape).flatMap(([name, wanted]) => {
    const at = path ? `${path}.${name}` : name;
    return values.get(name) === undefined ? [`${at} is missing`] : faultsOf(values.get(name), wanted, at);
  });
}

function named(shape: Shape): string {
  return typeof shape === "object" ? "hash" : shape;
}
