import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

// In a separate process: zod reads the setting only once, when it is loaded.
const SCRIPT = `
  await import("./src/app/contentPolicy.ts");
  const z = await import("zod/mini");
  console.log(z.config().jitless);
`;

test("zod does not try to compile code, which the content policy would report as a violation", () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    encoding: "utf8",
  });
  expect(said.trim()).toBe("true");
});
