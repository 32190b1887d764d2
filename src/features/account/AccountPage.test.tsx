// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Appearance } from "./AccountPage.tsx";

const html = document.documentElement;
const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

test("the theme chosen on the account page is kept for the next visit and can be reset to match the device", () => {
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
