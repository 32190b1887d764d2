// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Carousel } from "./Carousel.tsx";

const SLIDE_PX = 400;
const GAP_PX = 20;

const measures: { mockRestore(): void }[] = [];

/** jsdom has no layout, so this simulates a window of 820 px in which two of four slides fit. */
beforeEach(() => {
  const indexOf = (node: HTMLElement) => [...(node.parentElement?.children ?? [])].indexOf(node);
  const isSlide = (node: HTMLElement) => node.classList.contains("carousel-slide");
  measures.push(
    vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
      return isSlide(this) ? indexOf(this) * (SLIDE_PX + GAP_PX) : 0;
    }),
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
      return isSlide(this) ? SLIDE_PX : 2 * SLIDE_PX + GAP_PX;
    }),
  );
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  class InView extends Observer {
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      super();
      queueMicrotask(() => tell([{ isIntersecting: true }]));
    }
  }
  vi.stubGlobal("IntersectionObserver", InView);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => {
  for (const measure of measures.splice(0)) measure.mockRestore();
  vi.unstubAllGlobals();
});

const carousel = <Carousel label="Course Modules" slides={["One", "Two", "Three", "Four"]} />;

async function showCarousel() {
  render(carousel);
  const region = within(screen.getByRole("group", { name: "Course Modules" }));
  await region.findByText("1–2 of 4");
  return {
    region,
    previous: region.getByRole("button", { name: "Course Modules: previous" }),
    next: region.getByRole("button", { name: "Course Modules: next" }),
  };
}

test("a screen reader finds every slide of a carousel with its position, visible or not", async () => {
  const { region } = await showCarousel();
  for (const [index, text] of ["One", "Two", "Three", "Four"].entries()) {
    const slide = region.getByRole("group", { name: `${index + 1} of 4` });
    expect(slide.textContent).toBe(text);
    expect(slide.getAttribute("aria-roledescription")).toBe("slide");
  }
  expect(region.getByRole("status").textContent).toBe("");
});

test("carousel buttons move the strip, announce the position and keep the focus at the last slide", async () => {
  const { region, previous, next } = await showCarousel();
  expect(previous.getAttribute("aria-disabled")).toBe("true");
  next.focus();
  fireEvent.click(next);
  expect(region.getByRole("status").textContent).toBe("2–3 of 4");
  fireEvent.click(next);
  expect(region.getByRole("status").textContent).toBe("3–4 of 4");
  expect(next.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  expect(region.getByRole("status").textContent).toBe("3–4 of 4");
});

test("the keyboard moves a carousel with arrow keys, Home and End", async () => {
  const { region } = await showCarousel();
  const strip = region.getByRole("group", { name: "Slides" });
  expect(strip.tabIndex).toBe(0);
  for (const [key, position] of [
    ["ArrowRight", "2–3 of 4"],
    ["ArrowLeft", "1–2 of 4"],
    ["End", "3–4 of 4"],
    ["Home", "1–2 of 4"],
  ] as const) {
    fireEvent.keyDown(strip, { key });
    expect(region.getByRole("status").textContent).toBe(position);
  }
});
