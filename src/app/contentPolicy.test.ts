import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

// In a process of its own: zod reads the setting when it is loaded, once.
const SCRIPT = `
  await import("./src/app/contentPolicy.ts");
  const { z } = await import("zod");
  console.log(z.config().jitless);
`;

test("the content policy is never tried out by zod", () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    encoding: "utf8",
  });
  expect(said.trim()).toBe("true");
});
