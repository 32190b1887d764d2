// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import StudentIdScreen from "./StudentIdScreen.tsx";
import StudentIdsScreen from "./StudentIdsScreen.tsx";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const ORDER = "5f0c3b1e-8a53-4d2e-9a64-0d2f6f6f1a11";
const ADDRESS = "/storage/v1/object/sign/student-ids/abc";
const ROW = {
  id: ID,
  name: "Ada Obi",
  email: "ada@mail.example",
  university: "University of Leeds",
  uploaded_at: "2026-11-25T12:00:00.123456+00:00",
  at: "2026-11-25T12:00:00.123456+00:00",
  decision: null as string | null,
};
const WAITING = {
  id: ID,
  uploaded_at: ROW.at,
  content_type: "image/png" as string | null,
  decision: null as string | null,
  reason: "",
  decided_at: null as string | null,
  decided_by: "",
  choose_until: null as string | null,
  choice: null as string | null,
  refused_before: 0,
  order: {
    id: ORDER,
    status: "paid",
    name: "Ada Obi",
    email: "ada@mail.example",
    university: "University of Leeds",
    country: "",
    paid_at: ROW.at,
    total_pence: 6000,
  },
};
const REFUSED = {
  ...WAITING,
  content_type: null,
  decision: "refused",
  reason: "expired",
  decided_at: ROW.at,
  decided_by: "sam@academy.example",
  choose_until: "2026-12-09T12:00:00+00:00",
};

const server = withStaffServer();
/** What the screen sent to the function that opens and decides. */
const sent = () => server.asked.filter(({ name }) => name === "/functions/v1/staff-student-id");
const decisions = () => sent().filter(({ args }) => args.action !== "open");

/** A server that keeps this student ID, and decides with `reply`. */
function serve(shown: unknown, reply: unknown = null, then: unknown = shown) {
  server.answers = ({ name, args }) => {
    if (name === "staff_student_id") return Response.json(decisions().length > 0 ? then : shown);
    if (name === ADDRESS) return new Response(new Uint8Array([1]));
    if (args.action === "open") {
      const contentType = (shown as typeof WAITING).content_type;
      return Response.json({ outcome: "opened", path: ADDRESS, contentType });
    }
    return Response.json(reply);
  };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const decided = (outcome: string, decision: string) => ({
  outcome,
  decision,
  decidedAt: ROW.at,
  decidedBy: "sam@academy.example",
});

const blobs: Blob[] = [];
beforeEach(() => {
  blobs.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return "blob:copy";
  });
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
});

test("the queue lists who waits, and the decided ones with their decision", async () => {
  server.answers = ({ args }) =>
    Response.json({
      rows: [args.p_filter === "decided" ? { ...ROW, decision: "refused" } : ROW],
      next: null,
    });
  openScreen(<StudentIdsScreen />, "/staff/student-ids");
  const link = await screen.findByRole("link", { name: "Ada Obi" });
  expect(link.getAttribute("href")).toBe(`/staff/student-ids/${ID}`);
  screen.getByText("University of Leeds");
  fireEvent.click(screen.getByRole("link", { name: "Decided" }));
  await screen.findByText("Refused");
});

test("the queue runs from the oldest ID to newer ones, and the decisions to older ones", async () => {
  server.answers = () => Response.json({ rows: [ROW], next: "cursor" });
  openScreen(<StudentIdsScreen />, "/staff/student-ids?after=before");
  await screen.findByRole("link", { name: "Newer" });
  screen.getByRole("link", { name: "Oldest" });
  cleanup();
  openScreen(<StudentIdsScreen />, "/staff/student-ids?filter=decided");
  await screen.findByRole("link", { name: "Older" });
});

test("an empty queue says that nobody waits", async () => {
  server.answers = () => Response.json({ rows: [], next: null });
  openScreen(<StudentIdsScreen />, "/staff/student-ids");
  await screen.findByText("No student ID is waiting");
});

test("a picture is shown from this page's memory with the type that the server checked", async () => {
  serve(WAITING);
  openScreen(<StudentIdScreen id={ID} />);
  const picture = await screen.findByRole("img", { name: "The student ID that was uploaded" });
  expect(picture.getAttribute("src")).toBe("blob:copy");
  expect(blobs.map(({ type }) => type)).toEqual(["image/png"]);
  screen.getByRole("heading", { level: 1, name: "Student ID of Ada Obi" });
  screen.getByText("University of Leeds");
});

test("a PDF is not shown, and downloaded only when asked for", async () => {
  serve({ ...WAITING, content_type: "application/pdf" });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  onTestFinished(() => clicked.mockRestore());
  openScreen(<StudentIdScreen id={ID} />);
  await screen.findByRole("button", { name: "Download the PDF" });
  expect(sent()).toEqual([]);
  press("Download the PDF");
  await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(screen.queryByRole("img", { name: /uploaded/ })).toBeNull();
});

test("an ID is approved after one question", async () => {
  serve(WAITING, decided("decided", "approved"), {
    ...REFUSED,
    decision: "approved",
    reason: "",
    choose_until: null,
  });
  openScreen(<StudentIdScreen id={ID} />);
  await screen.findByRole("button", { name: "Approve" });
  press("Approve");
  expect(decisions()).toEqual([]);
  await confirm("Approve");
  await screen.findByText(/^Approved by sam@academy\.example/);
  expect(decisions().map(({ args }) => args)).toEqual([{ id: ID, action: "approve", note: "" }]);
});

test("a refusal needs a reason from the list, shows what the email will say, and keeps the note apart", async () => {
  serve(WAITING, decided("decided", "refused"), REFUSED);
  openScreen(<StudentIdScreen id={ID} />);
  await screen.findByRole("button", { name: "Refuse" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Refuse" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Has expired" }));
  press("Refuse");
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/“It has expired\.”/);
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Valid until 2019" } });
  await confirm("Refuse");
  await screen.findByText(/^Refused by sam@academy\.example/);
  screen.getByText(/has not chosen yet\. Access continues until 9 Dec 2026/);
  expect(decisions()[0]?.args).toEqual({
    id: ID,
    action: "refuse",
    note: "Valid until 2019",
    reason: "expired",
  });
});

test("the second of two people who decide learns what the first one decided", async () => {
  serve(WAITING, decided("decided_before", "refused"), REFUSED);
  openScreen(<StudentIdScreen id={ID} />);
  await screen.findByRole("button", { name: "Approve" });
  press("Approve");
  await confirm("Approve");
  await screen.findByText(/^Refused by sam@academy\.example/);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("an ID that is gone says why", async () => {
  serve(null);
  openScreen(<StudentIdScreen id={ID} />);
  await screen.findByText("There is no such student ID");
});
