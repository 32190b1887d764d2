// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import InterestPage from "./InterestPage.tsx";

afterEach(() => vi.unstubAllGlobals());

const KEY = "0195e0a0-0000-4000-8000-000000000001";
const INCOMPLETE = { error: "The request is invalid.", code: "bad_request" };
const NOT_FOUND = { error: "This link no longer works.", code: "not_found" };

test.each<[string, boolean, () => Promise<Response>, string]>([
  ["Yes, tell me", true, async () => Response.json({ success: true }), "We will tell you"],
  ["No, delete my address", false, async () => Response.json({ success: true }), "Your address is deleted"],
  ["Yes, tell me", true, async () => Response.json(NOT_FOUND, { status: 404 }), "This link no longer works"],
  [
    "Yes, tell me",
    true,
    async () => Response.json(INCOMPLETE, { status: 400 }),
    "Open the link in our email again",
  ],
  ["Yes, tell me", true, () => Promise.reject(new TypeError("Failed to fetch")), "No connection"],
])(
  "the link about a planned course does nothing until “%s” is pressed, and then says what happened (S-146)",
  async (button, isWanted, answer, said) => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: unknown, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return answer();
    });
    render(
      <MemoryRouter initialEntries={[`/auth/course-news#key=${KEY}&course=ai-risk-management`]}>
        <InterestPage />
      </MemoryRouter>,
    );
    screen.getByRole("heading", { name: "Tell you when AI Risk Management opens?" });
    expect(sent).toEqual([]);
    screen.getByRole("button", { name: button }).click();
    await screen.findByText(new RegExp(`^${said}`));
    expect(sent).toEqual([{ key: KEY, isWanted }]);
  },
);
