// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { expectFocus, openLab, press } from "../../../tests/support/screens/labs.tsx";
import { isLabDone } from "../../domain/course/labState.ts";
import { defineLab, type ToyProps } from "./defineLab.tsx";
import { Guess, numbersTo, Part } from "./kit.tsx";

const state = z.object({ guess: z.nullable(z.int()), isOpen: z.boolean() });
type State = z.infer<typeof state>;

function Toy({ state: { guess, isOpen }, onChange }: ToyProps<unknown, State>) {
  if (isOpen) return <Part title="Second part">Here</Part>;
  return (
    <Part title="First part" say={guess !== null && `You said ${guess}.`}>
      {guess === null ? (
        <Guess
          question="How many?"
          options={numbersTo(3)}
          onGuess={(next) => onChange({ guess: next, isOpen })}
        />
      ) : (
        <button type="button" onClick={() => onChange({ guess, isOpen: true })}>
          Go on
        </button>
      )}
    </Part>
  );
}

const Lab = defineLab<unknown, State>({
  data: z.unknown(),
  state: () => state,
  begin: () => ({ guess: null, isOpen: false }),
  steps: ({ guess, isOpen }) => [guess !== null, isOpen],
  found: ({ guess }) => <p>It was {guess}.</p>,
  Toy,
});

test("the focus stays where the learner works when their control disappears, and a reload does not take it", async () => {
  const { last, leave } = openLab(Lab, {});
  screen.getByText("Step 1 of 2");
  expect(screen.queryByRole("button", { name: "Start again" })).toBeNull();
  press("2");
  await expectFocus("You said 2.");
  screen.getByText("Step 2 of 2");
  press("Go on");
  await expectFocus("Second part");
  screen.getByText("It was 2.");
  expect(isLabDone(last())).toBe(true);
  leave();

  openLab(Lab, {}, last());
  expect(document.activeElement).toBe(document.body);
  screen.getByText("Lab done");
  press("Start again");
  await expectFocus("First part");
});

const Counting = defineLab<unknown, number>({
  data: z.unknown(),
  state: () => z.int(),
  begin: () => 0,
  steps: (count) => [count > 0],
  found: () => null,
  Toy: ({ state: count, onChange }) => (
    <>
      <Part title="First part">
        <button type="button" onClick={() => onChange(count + 1)}>
          Label
        </button>
      </Part>
      {count > 0 && <Part title="Second part" />}
    </>
  ),
});

test("a part that follows comes into view as far as the focused control stays there, but not one that a reload brings", async () => {
  const scrolled = vi.spyOn(window, "scrollBy").mockImplementation(() => undefined);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.matches("button") ? new DOMRect(0, 500, 100, 44) : new DOMRect(0, 700, 300, 2_000);
  });
  const { last, leave } = openLab(Counting, {});
  screen.getByRole("button", { name: "Label" }).focus();
  press("Label");
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
  expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 484 }));
  expect(document.activeElement?.textContent).toBe("Label");
  leave();
  openLab(Counting, {}, last());
  screen.getByText("Second part");
  await new Promise(requestAnimationFrame);
  expect(scrolled).toHaveBeenCalledTimes(1);
});
