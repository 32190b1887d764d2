// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { layOutAhead } from "./layOutAhead.ts";

function hiddenStep(): HTMLElement {
  const step = document.createElement("section");
  step.hidden = true;
  step.innerHTML = `<div class="prose"><p id="a"><b>Two</b></p><p id="b">Three</p></div>`;
  return step;
}

/** Notes for each measured element whether only its own block could be laid out. */
function watchMeasuring(): string[] {
  const measured: string[] = [];
  const spy = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (
    this: Element,
  ) {
    const inParts = this.closest(".is-laid-out-in-parts") ? "alone" : "with its step";
    measured.push(`${this.id || this.tagName} ${inParts}`);
    return new DOMRect();
  });
  onTestFinished(() => spy.mockRestore());
  return measured;
}

test("a hidden step is laid out block by block, then as a whole", async () => {
  const measured = watchMeasuring();
  const step = hiddenStep();
  await layOutAhead(step, new AbortController().signal);
  expect(measured).toEqual(["B alone", "b alone", "DIV with its step"]);
  expect(step.className).toBe("");
});

test("laying out stops when the reader goes on, and leaves every block visible", async () => {
  const measured = watchMeasuring();
  const step = hiddenStep();
  const left = new AbortController();
  const laidOut = layOutAhead(step, left.signal);
  await vi.waitUntil(() => measured.length === 1);
  left.abort();
  await laidOut;
  expect(measured).toEqual(["B alone"]);
  expect(step.className).toBe("");
});
