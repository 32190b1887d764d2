// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Part } from "./Part.tsx";
import { StartAgain } from "./StartAgain.tsx";

function Lab() {
  const [isDone, setIsDone] = useState(true);
  return (
    <div>
      <Part title="1. Predict">Your prediction</Part>
      {isDone && <StartAgain onPress={() => setIsDone(false)} />}
    </div>
  );
}

test("the lab's first heading has the focus after the button disappears", () => {
  render(<Lab />);
  screen.getByRole("button", { name: "Start again" }).focus();
  fireEvent.click(screen.getByRole("button"));
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "1. Predict" }));
});
