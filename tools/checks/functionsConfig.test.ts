import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

test("every server function has an entry in config.toml, and every entry has a function", () => {
  const folders = readdirSync(join(ROOT, "functions")).filter((name) =>
    existsSync(join(ROOT, "functions", name, "index.ts")),
  );
  const config = parse(readFileSync(join(ROOT, "supabase", "config.toml"), "utf8"));
  const wanted = folders.map((name) => [
    name,
    {
      entrypoint: `../functions/${name}/index.ts`,
      import_map: "../functions/deno.json",
      verify_jwt: false,
    },
  ]);
  expect(config.functions).toEqual(Object.fromEntries(wanted));
});
