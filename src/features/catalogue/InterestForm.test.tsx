// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { InterestForm } from "./InterestForm.tsx";

afterEach(() => vi.unstubAllGlobals());

function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <InterestForm courseId="ethical-ai-governance" title="Ethical AI Governance" />
    </MemoryRouter>,
  );
  return screen.getByLabelText<HTMLInputElement>("Your email address");
}

function send(email: string, answer: () => Promise<Response>) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return answer();
  });
  open("/academy/courses");
  fireEvent.change(screen.getByLabelText("Your email address"), { target: { value: email } });
  fireEvent.click(screen.getByText("Tell me"));
  return sent;
}

test("a link to the form beside a planned course opens it and focuses its field, and a link to another does not (S-164)", () => {
  const other = open("/academy/courses#ai-risk-management");
  expect([other.closest("details")?.open, document.activeElement]).toEqual([false, document.body]);
  cleanup();
  const field = open("/academy/courses#ethical-ai-governance");
  expect([field.closest("details")?.open, document.activeElement]).toEqual([true, field]);
});

test("a visitor who leaves an address beside a planned course is asked to check the email (S-146)", async () => {
  const sent = send(" Ada@Mail.example ", async () => Response.json({ success: true }));
  const title = await screen.findByText("Please check your email");
  expect(sent).toEqual([{ email: "Ada@Mail.example", courseId: "ethical-ai-governance" }]);
  screen.getByText("Ada@Mail.example");
  expect(document.activeElement?.contains(title)).toBe(true);
});

test.each<[string, string, () => Promise<Response>, RegExp]>([
  ["no address", "ada@", async () => Response.json({ success: true }), /^Invalid email address$/],
  [
    "no connection",
    "a@mail.example",
    () => Promise.reject(new TypeError("Failed to fetch")),
    /^No connection/,
  ],
  [
    "a refusal",
    "a@mail.example",
    async () => Response.json({ error: "Later." }, { status: 429 }),
    /^Later\.$/,
  ],
  ["a broken answer", "a@mail.example", async () => new Response("<html>"), /^That did not work/],
])(
  "the form beside a planned course keeps what was typed and explains %s (S-146)",
  async (_, email, answer, words) => {
    send(email, answer);
    await screen.findByText(words);
    const field = screen.getByLabelText<HTMLInputElement>("Your email address");
    expect(field.value).toBe(email);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
  },
);
