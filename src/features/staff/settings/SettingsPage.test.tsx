// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { initialFacts } from "../../../domain/provider/facts.ts";
import SettingsPage from "./SettingsPage.tsx";

const server = withStaffServer();
const FACTS = {
  ...initialFacts().facts,
  address: "1 High Street, Leeds",
  supportEmail: "help@my-academy.org",
  contactEmail: "office@my-academy.org",
};
const VERSION = {
  version: 3,
  facts: FACTS,
  saved_at: "2026-11-20T10:00:00Z",
  saved_by: "mo@my-academy.org",
  reason: "We have moved",
};
const dialog = () => within(screen.getByRole("dialog"));
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save settings" });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("a change is shown, confirmed with a reason and saved as a new version", async () => {
  server.answers = ({ name }) =>
    name.includes("staff-settings") ? Response.json({ version: 4 }) : Response.json([VERSION]);
  openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByDisplayValue("1 High Street, Leeds");
  expect(save().disabled).toBe(true);
  type("Postal address", " 2 New Road, Leeds ");
  await act(async () => void fireEvent.click(save()));
  await screen.findByRole("dialog");
  expect(dialog().getByText("2 New Road, Leeds").parentElement?.textContent).toBe(
    "Postal address: 2 New Road, Leeds",
  );
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Moved again" } });
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Save settings" })));
  await waitFor(() =>
    expect(server.asked.find(({ name }) => name.includes("staff-settings"))?.args).toEqual({
      basedOn: 3,
      facts: { ...FACTS, address: "2 New Road, Leeds" },
      reason: "Moved again",
    }),
  );
});

test("a field that is not correct is marked, and nothing is asked", async () => {
  server.answers = () => Response.json([VERSION]);
  openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByDisplayValue("help@my-academy.org");
  type("Support address", "support@academy.example");
  type("Community forum (optional)", "forum");
  await act(async () => void fireEvent.click(save()));
  screen.getByText("This is an example address. Enter your own");
  screen.getByText("Enter a full address that begins with https://");
  screen.getByText("Nothing was saved. Please correct the marked fields.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the founder has a name and several paragraphs, or neither (S-141)", async () => {
  server.answers = () => Response.json([VERSION]);
  openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByDisplayValue("help@my-academy.org");
  type("Name of the founder (optional)", "Nia Okoro");
  await act(async () => void fireEvent.click(save()));
  screen.getByText("A founder needs a name and a few words");
  type("The founder’s words (optional)", "First.\r\n\r\nSecond.\u200b");
  await act(async () => void fireEvent.click(save()));
  screen.getByText("Leave out invisible characters");
  type("The founder’s words (optional)", "First.\r\n\r\nSecond.");
  await act(async () => void fireEvent.click(save()));
  await screen.findByRole("dialog");
  expect(dialog().getByText(/^First/).textContent).toBe("First.\n\nSecond.");
});

test("profiles are added and removed", async () => {
  server.answers = () => Response.json([VERSION]);
  openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByRole("button", { name: "Add a link" });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Add a link" })));
  type("Name of link 1", "Mastodon");
  type("Address of link 1", "https://mastodon.social/@academy");
  await act(async () => void fireEvent.click(save()));
  await screen.findByRole("dialog");
  dialog().getByText("Mastodon (https://mastodon.social/@academy)");
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Cancel" })));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Remove link 1" })));
  expect(screen.queryByLabelText("Name of link 1")).toBeNull();
});

test("an academy that has saved nothing sees that these are examples", async () => {
  server.answers = () => Response.json([]);
  openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByText("These are examples");
  expect(screen.queryByRole("table", { name: "Versions" })).toBeNull();
});

test("unsaved changes are discarded only after a question", async () => {
  server.answers = () => Response.json([VERSION]);
  const { router } = openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByDisplayValue("1 High Street, Leeds");
  const closing = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(closing()).toBe(true);
  type("Postal address", "2 New Road, Leeds");
  expect(closing()).toBe(false);
  await act(() => router.navigate("/staff/record"));
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Stay here" })));
  expect(router.state.location.pathname).toBe("/staff/settings");
  screen.getByDisplayValue("2 New Road, Leeds");
  await act(() => router.navigate("/staff/record"));
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Discard the changes" })));
  expect(router.state.location.pathname).toBe("/staff/record");
});

test("a screen without changes is left without a question", async () => {
  server.answers = () => Response.json([VERSION]);
  const { router } = openScreen(<SettingsPage />, "/staff/settings");
  await screen.findByDisplayValue("1 High Street, Leeds");
  await act(() => router.navigate("/staff/record"));
  expect(router.state.location.pathname).toBe("/staff/record");
});

test("each value is isolated, so that one in a right-to-left script does not turn the rest around", async () => {
  const moved = { ...VERSION, facts: { ...FACTS, address: "רחוב הרצל 1", location: "חיפה" } };
  server.answers = () => Response.json([moved, { ...VERSION, version: 2 }]);
  openScreen(<SettingsPage />, "/staff/settings");
  const cell = (await screen.findByText("רחוב הרצל 1")).closest("td");
  expect(Array.from(cell?.querySelectorAll("bdi") ?? [], ({ textContent }) => textContent)).toEqual([
    "רחוב הרצל 1",
    "חיפה",
  ]);
});
