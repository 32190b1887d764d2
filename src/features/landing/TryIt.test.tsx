// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { replyTo, TryIt } from "./TryIt.tsx";
import { TRY_IT } from "./tryIt.ts";

test("each choice is answered with the machine's decision and its reason", () => {
  const [lift, alarm] = TRY_IT;
  if (!lift || !alarm) throw new Error("there are fewer than two messages");
  expect(replyTo("urgent", lift)).toMatch(/^You are right. The machine agrees, over 99% sure. It met “some/);
  expect(replyTo("wait", lift)).toMatch(/^The machine says “urgent”, over 99% sure, and so do we\. It met/);
  expect(replyTo("wait", alarm)).toMatch(/^You are right. The machine says “urgent”, over 99% sure. It met/);
  expect(replyTo("urgent", alarm)).toMatch(/^The machine agrees, over 99% sure. Read it again. It met/);
});

test("the messages can be answered before any script has run (S-138)", () => {
  document.body.innerHTML = renderToString(
    <MemoryRouter>
      <TryIt />
    </MemoryRouter>,
  );
  for (const { text } of TRY_IT) {
    const message = within(screen.getByRole("group", { name: `“${text}”` }));
    expect(message.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Urgent",
      "Can wait",
    ]);
    expect(message.getByRole("status").children).toHaveLength(2);
  }
  const link = screen.getByRole("link", { name: "Read lesson 1 free" });
  expect(link.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=1");
});
