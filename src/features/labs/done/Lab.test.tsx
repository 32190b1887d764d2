// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectFocus, openLab, press } from "../../../../tests/support/screens/labs.tsx";
import Done from "./Lab.tsx";

test("a topic is done by its button, and the focus moves to the words that say so", async () => {
  const lab = openLab(Done, {});
  press("Done");
  expect(lab.last()).toBe("done\n{}");
  await expectFocus("Topic done");
  expect(screen.queryByRole("button", { name: "Done" })).toBeNull();
});
