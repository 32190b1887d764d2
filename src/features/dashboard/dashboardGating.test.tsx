// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answers, openDashboard, signIn, withDashboard } from "../../../tests/support/screens/dashboard.tsx";
import { askedForEnrollment, untilStoreIsRead } from "../../../tests/support/screens/enrollment.ts";
import type { Access } from "../../db/store/rows.ts";
import { setSyncStatus } from "../../db/store/syncStatus.ts";
import { NOT_ENROLLED } from "../../domain/paths.ts";

withDashboard();

describe("the dashboard", () => {
  it("redirects a signed-in user without an enrolment to the catalogue, which says why (S-009, S-056)", async () => {
    await signIn({ enrollment: "notEnrolled" });
    const router = openDashboard();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/academy/courses");
    expect(router.state.location.state).toBe(NOT_ENROLLED);
  });

  it("admits a learner whose device last synced before the purchase, once the server has confirmed the enrolment (S-056)", async () => {
    const db = await signIn({ enrollment: "notEnrolled" });
    const wanted = askedForEnrollment();
    const router = openDashboard();
    await wanted;
    await untilStoreIsRead(db);
    screen.getByText("Loading your courses…");
    await act(() => db.meta.put({ key: "enrollment", value: "enrolled" }));
    answers("enrolled");
    await screen.findByText("Welcome to your course");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });

  it("does not redirect on the result of a check that ended long before the page was opened", async () => {
    setSyncStatus({
      enrollmentCheck: { status: "answered", enrollment: "notEnrolled", atMs: performance.now() - 5_000 },
    });
    const db = await signIn({ enrollment: "notEnrolled" });
    const wanted = askedForEnrollment();
    const router = openDashboard();
    await wanted;
    await untilStoreIsRead(db);
    screen.getByText("Loading your courses…");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
    answers("notEnrolled");
    await screen.findByText("Another page");
  });

  it("does not redirect an offline user but says what was last known, when it was checked, and what to do", async () => {
    const db = await signIn({ enrollment: "notEnrolled" });
    await db.meta.put({ key: "enrollmentAnsweredAt", value: "2026-11-21T12:00:00.000Z" });
    const router = openDashboard();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ enrollmentCheck: { status: "noConnection", atMs: performance.now() } }));
    const said = await screen.findByText(/^When this device last checked/);
    expect(said.textContent).toMatch(
      /, on 21 November 2026 at \d\d:00, this account was not enrolled\. If that has/,
    );
    const free = screen.getByRole("link", { name: "the free lesson" });
    expect(free.getAttribute("href")).toBe("/academy/course/ai-fluency?lesson=1");
    screen.getByRole("button", { name: "Try again" });
    expect(router.state.location.pathname).toBe("/academy/dashboard");
    answers("notEnrolled");
    await screen.findByText("Another page");
  });

  it("redirects to the account page if the account is scheduled for deletion", async () => {
    const { name } = await signIn({ enrollment: "notEnrolled" });
    const userId = name.slice("academy-".length);
    localStorage.setItem("academy-deletion", JSON.stringify({ userId, dueAt: "2026-11-28T10:00:00.000Z" }));
    const router = openDashboard();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Another page");
    expect(router.state.location.pathname).toBe("/academy/account");
  });

  it("shows a learner whose plan is paused why it is paused and what is kept", async () => {
    const access: Access = { tier: "ngo", status: "paused", reason: "paused" };
    await signIn({ enrollment: "notEnrolled", access, done: 3 });
    openDashboard();
    await screen.findByText("Loading your courses…");
    answers("notEnrolled");
    await screen.findByText("Your lessons are waiting for you");
    screen.getByText(/3 of 11 lessons complete/);
    expect(screen.getByRole("link", { name: "See your payments" }).getAttribute("href")).toBe(
      "/academy/account",
    );
  });

  it.each([
    ["paused", "seat_paused", "Your lessons are waiting for you"],
    ["revoked", "seat_ended", "Your place in a team has ended"],
  ] as const)(
    "has words for a place in a team that is %s, and no link to payments that the learner has not made (S-184)",
    async (status, reason, title) => {
      await signIn({ enrollment: "notEnrolled", access: { tier: "ngo", status, reason }, done: 3 });
      openDashboard();
      await screen.findByText("Loading your courses…");
      answers("notEnrolled");
      await screen.findByText(title);
      expect(screen.queryByRole("link", { name: /payments/ })).toBeNull();
    },
  );

  it.each<[when: string, known: Parameters<typeof signIn>[0]]>([
    ["while the enrolment is unknown", {}],
    ["of a user who was not enrolled before", { enrollment: "notEnrolled" }],
  ])("keeps the spinner and shows a Retry button after a failed check %s (S-102)", async (_, known) => {
    await signIn(known);
    const router = openDashboard();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ enrollmentCheck: { status: "failed" } }));
    await screen.findByRole("button", { name: "Retry" });
    screen.getByText("Loading your courses…");
    expect(router.state.location.pathname).toBe("/academy/dashboard");
  });
});
