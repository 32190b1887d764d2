// @vitest-environment jsdom
import { act, cleanup, screen, within } from "@testing-library/react";
import { v4 as uuid } from "uuid";
import { describe, expect, it, vi } from "vitest";
import { figures, openDashboard, signIn, withDashboard } from "../../../tests/support/screens/dashboard.tsx";
import { asSafariTab } from "../../../tests/support/screens/safariTab.ts";
import { breakKind, storeRows } from "../../../tests/support/screens/storedRows.ts";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { writeMeta } from "../../db/store/meta.ts";
import { setSyncStatus } from "../../db/store/syncStatus.ts";
import { completionAt } from "../../db/synced/progress.ts";
import type { AttemptId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { achievement } from "../../entities/achievement/achievement.ts";
import { attempt } from "../../entities/attempt/attempt.ts";
import { progress } from "../../entities/progress/progress.ts";
import { holdInstallPrompt } from "../../platform/device/installPrompt.ts";

withDashboard();

describe("the dashboard of an enrolled learner", () => {
  it("shows a new learner four figures and a link to continue the course (S-010, S-011, S-112)", async () => {
    await signIn({ enrollment: "enrolled" });
    openDashboard();
    expect(await figures()).toEqual([
      ["Courses Enrolled", "1"],
      ["Total Hours", "0 of 5.5"],
      ["Avg. Progress", "0%"],
      ["Certificates", "0"],
    ]);
    for (const name of ["Module 1", "Continue Learning"])
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/academy/course/ai-fluency");
  });

  it("offers a completed course for review, with its certificate (S-011, S-056, S-112)", async () => {
    await signIn({ enrollment: "enrolled", done: 11 });
    openDashboard();
    expect(await figures()).toContainEqual(["Certificates", "1"]);
    screen.getByRole("link", { name: "Course Complete!" });
    screen.getByRole("link", { name: "Review Course" });
    const certificate = screen.getByRole("link", { name: "Your certificate" });
    expect(certificate.getAttribute("href")).toBe("/academy/certificate");
  });

  it("does not count a certificate that was revoked", async () => {
    const db = await signIn({ enrollment: "enrolled", done: 11 });
    await writeMeta(db, "certificate", { certificate: null, canCorrect: true, isWithdrawn: true });
    openDashboard();
    expect(await figures()).toContainEqual(["Certificates", "0"]);
  });

  it("lists four achievements, Quiz Master after five scores of 90 or more, and how near the others are (S-012, S-111)", async () => {
    const db = await signIn({ enrollment: "enrolled", done: 5, score: 90 });
    await storeRows(db, achievement, [{ type: "5_lessons" }]);
    openDashboard();
    const list = await screen.findByRole("region", { name: "Achievements" });
    const states = within(list)
      .getAllByRole("listitem")
      .map((item) => [item.querySelector("p")?.textContent, item.lastElementChild?.textContent]);
    expect(states).toEqual([
      ["First Lesson Complete", "Earned"],
      ["5 Lessons Completed", "Earned"],
      ["Course Complete", "5 of 11 lessons"],
      ["Quiz Master", "Earned"],
    ]);
  });

  it("shows the features of the learner's tier and recommends the next one (S-013)", async () => {
    await signIn({ enrollment: "enrolled", access: { tier: "ngo", status: "active", reason: "paid" } });
    openDashboard();
    const tier = await screen.findByRole("region", { name: "Your plan includes" });
    within(tier).getByText("Resource library");
    within(tier).getByText(/A person reads your capstone project/);
    const capstone = within(tier).getByRole("link", { name: "Open your capstone" });
    expect(capstone.getAttribute("href")).toBe("/academy/capstone");
    expect(
      within(tier)
        .getByRole("link", { name: /^Write to us.*Priority support/ })
        .getAttribute("href"),
    ).toBe(paths.contact("Priority support (NGOs & Non-Profit)"));
    const recommended = screen.getByRole("region", { name: "AI Fluency in 30 Days: Professionals" });
    within(recommended).getByText(/This plan adds: Unlimited 1-on-1 · /);
    const places = within(recommended)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(places).toEqual([
      ["Enroll Now", "/academy/checkout"],
      ["View All Courses", "/academy/courses"],
    ]);
  });

  it("recommends places for a team to a learner of the highest tier (S-013)", async () => {
    await signIn({
      enrollment: "enrolled",
      access: { tier: "professional", status: "active", reason: "paid" },
    });
    openDashboard();
    const card = await screen.findByRole("region", { name: "AI Fluency in 30 Days: for your team" });
    within(card).getByText("Your plan includes everything. For colleagues, you can buy places for a team.");
  });

  it("says when the certificate of a payment plan comes, and offline what the server said last", async () => {
    const order = {
      ...{ id: "o", status: "paid", tier: "student", plan: "installment", discount_code: "" },
      ...{ subtotal_pence: 1800, discount_pence: 0, vat_pence: 360, total_pence: 2160 },
      ...{ paid_at: "2026-11-22T10:00:00Z", grace_until: null, restored_at: null, plan_ended_at: null },
      ...{ seats: 1, team_id: null },
    };
    vi.stubGlobal("fetch", async (input: string | URL | Request) => {
      const address = String(input instanceof Request ? input.url : input);
      if (address.includes("/orders")) return Response.json([order]);
      if (address.includes("/order_payments")) return Response.json([]);
      throw new TypeError("no network");
    });
    await signIn({ enrollment: "enrolled" });
    openDashboard();
    const sentence = "Your certificate comes with your last payment, on 22 January 2027.";
    await screen.findByText(sentence);
    cleanup();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    openDashboard();
    await screen.findByText(sentence);
    vi.unstubAllGlobals();
  });

  it("says in words whether the learner's work is synced", async () => {
    await signIn({ enrollment: "enrolled" });
    openDashboard();
    await screen.findByText("All your work is saved to your account.");
    act(() => setSyncStatus({ phase: "offline" }));
    await screen.findByText("You are offline. Everything you did here has been sent.");
  });

  it("lists every quiz attempt, newest first", async () => {
    const db = await signIn({ enrollment: "enrolled", done: 1, score: 100 });
    const taken = (takenAt: string, score: number) => ({
      id: uuid() as AttemptId, // `uuid` returns a UUID.
      lessonId: "1" as const,
      lessonVersion: 1,
      answers: [0, 0, 0, 0, 0],
      score,
      passed: score >= 80,
      takenAt,
      receivedAt: null,
    });
    await storeRows(db, attempt, [
      taken("2026-11-18T09:00:00.000Z", 60),
      taken("2026-11-20T09:00:00.000Z", 100),
    ]);
    openDashboard();
    const best = await screen.findByText("2 attempts, best 100%");
    const lines = within(best.parentElement as HTMLElement).getAllByRole("listitem", { hidden: true });
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/20 Nov 2026.*100%, passed/),
      expect.stringMatching(/18 Nov 2026.*60%, not passed/),
    ]);
  });

  it("offers installation once after the first lesson and never again after the learner declines", async () => {
    holdInstallPrompt();
    dispatchEvent(new Event("beforeinstallprompt", { cancelable: true }));
    await signIn({ enrollment: "enrolled" });
    openDashboard();
    await screen.findByText("Welcome to your course");
    expect(screen.queryByText("Add the course to your home screen")).toBeNull();
    cleanup();
    await signIn({ enrollment: "enrolled", done: 1 });
    openDashboard();
    await screen.findByRole("button", { name: "Install" });
    act(() => screen.getByRole("button", { name: "No, thank you" }).click());
    expect(screen.queryByText("Add the course to your home screen")).toBeNull();
    cleanup();
    openDashboard();
    await screen.findByText("Welcome back");
    expect(screen.queryByText("Add the course to your home screen")).toBeNull();
  });

  it("explains to iPhone users how to add the app to the home screen", async () => {
    dispatchEvent(new Event("appinstalled"));
    localStorage.clear();
    const leave = asSafariTab("iPhone; CPU iPhone OS 18_5 like Mac OS X", 5);
    await signIn({ enrollment: "enrolled" });
    openDashboard();
    await screen.findByText(/Tap Share .*, then “Add to Home Screen”/);
    await screen.findByText(/^In a tab, Safari may delete everything .* after seven days without a visit/);
    act(() => screen.getByRole("button", { name: "No, thank you" }).click());
    cleanup();
    openDashboard();
    await screen.findByText("Welcome to your course");
    expect(screen.queryByText(/Tap Share/)).toBeNull();
    leave();
  });

  it("names unsent work first when Safari on a Mac may delete it, and not once the storage is protected", async () => {
    localStorage.clear();
    const leave = asSafariTab("Macintosh; Intel Mac OS X 10_15_7", 0);
    const db = await signIn({ enrollment: "enrolled" });
    await storeRows(db, progress, [completionAt("1", Date.now())], { unsent: {} });
    openDashboard();
    await screen.findByText(/^1 change is only on this device and not in your account yet\./);
    screen.getByText(/choose File, then “Add to Dock”/);
    cleanup();
    Object.assign(navigator.storage, { persisted: async () => true });
    openDashboard();
    await screen.findByText("Welcome back");
    expect(screen.queryByText(/Safari may delete/)).toBeNull();
    leave();
  });

  it("says that progress is unknown and shows no figures if it could not be loaded (S-102)", async () => {
    expectConsoleError(/^Error loading dashboard data$/);
    const db = await signIn({ enrollment: "enrolled", pulled: false });
    openDashboard();
    await screen.findByText("Loading your courses…");
    act(() => setSyncStatus({ progressLoadFailed: true, phase: "error" }));
    await screen.findByText("Your progress has not loaded yet");
    expect(await figures()).toEqual([
      ["Courses Enrolled", "1"],
      ["Total Hours", "Not loaded yet"],
      ["Avg. Progress", "Not loaded yet"],
      ["Certificates", "Not loaded yet"],
    ]);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText("0 of 5 lessons")).toBeNull();
    expect(screen.queryByRole("region", { name: "Today" })).toBeNull();

    await act(() => db.meta.put({ key: "pulled", value: true }));
    await screen.findByRole("region", { name: "Today" });
    expect(await figures()).toContainEqual(["Avg. Progress", "0%"]);
  });

  it("logs a failed database read, stops loading and recovers on retry (S-102)", async () => {
    expectConsoleError(/Error loading dashboard data/, /no store/);
    const db = await signIn({ enrollment: "enrolled" });
    const broken = breakKind(db, achievement);
    openDashboard();
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByText("Loading your courses…")).toBeNull();
    broken.mockRestore();
    act(() => retry.click());
    await screen.findByText("Welcome to your course");
  });
});
