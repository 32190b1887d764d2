// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextArea } from "./TextArea.tsx";

type Control = Parameters<Parameters<typeof Field>[0]["children"]>[0];

test.each<[kind: string, show: (control: Control) => ReactNode, role: string]>([
  ["text area", (control) => <TextArea {...control} rows={7} />, "textbox"],
  ["list", (control) => <Select {...control}>{<option>Kenya</option>}</Select>, "combobox"],
])("a screen reader announces a %s with its label, hint and error", (_kind, show, role) => {
  render(
    <Field label="Answer" hint="In your own words." error="Answer is required">
      {show}
    </Field>,
  );
  const control = screen.getByRole(role, { name: "Answer" });
  const descriptions = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "In your own words.",
    "Answer is required",
  ]);
  expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(control).toHaveProperty("required", true);
});
