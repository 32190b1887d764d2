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

test("a part that follows comes into view, but not one that a reload brings, and the focus stays", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  const { last, leave } = openLab(Counting, {});
  press("Label");
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  expect((shown.mock.contexts[0] as Element).textContent).toBe("Second part");
  expect(document.activeElement?.textContent).toBe("Label");
  leave();
  openLab(Counting, {}, last());
  screen.getByText("Second part");
  await new Promise(requestAnimationFrame);
  expect(shown).toHaveBeenCalledTimes(1);
});
