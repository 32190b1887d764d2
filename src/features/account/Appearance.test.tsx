// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Appearance } from "./Appearance.tsx";

const html = document.documentElement;
const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

test("a learner chooses light or dark in the account, finds it chosen on the next visit, and can leave it to the device", () => {
  render(<Appearance />);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Match device" }).checked).toBe(true);
  choose("Dark");
  expect(html.dataset.theme).toBe("dark");
  expect(localStorage.getItem("academy-reading")).toBe('{"theme":"dark"}');

  cleanup();
  render(<Appearance />);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Dark" }).checked).toBe(true);
  choose("Match device");
  expect(html.dataset.theme).toBeUndefined();
  expect(localStorage.getItem("academy-reading")).toBe("{}");
});
