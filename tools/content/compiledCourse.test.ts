import { join } from "node:path";
import { expect, test } from "vitest";
import { readCompiledCourse } from "./compiledCourse.ts";
import { readCourse } from "./readCourse.ts";

const CONTENT = join(import.meta.dirname, "..", "..", "content");

test("the course that is kept compiled is the course", async () => {
  const fresh = JSON.parse(JSON.stringify(readCourse(CONTENT)));
  // The first call may compile it; the second reads what was kept.
  for (let call = 0; call < 2; call += 1) expect(await readCompiledCourse(CONTENT)).toEqual(fresh);
});
