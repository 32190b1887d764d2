// @vitest-environment jsdom
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { currentToasts, dismissToast } from "../../ui/overlay/toast.ts";
import { Component as ContactPage } from "./ContactPage.tsx";

type Sent = Record<string, unknown>;
type Reply = { status: number; body: unknown };

const ACCEPTED: Reply = { status: 200, body: { success: true } };
const REFUSED: Reply = { status: 429, body: { error: "Too many requests.", code: "rate_limited" } };
const BROKEN_OFF = null;

/** The requests received, and the next reply. Null drops the connection after reading the request. */
const sent: Sent[] = [];
let answer: () => Promise<Reply | null>;
const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  sent.push({ path: request.url, ...JSON.parse(Buffer.concat(chunks).toString()) });
  const reply = await answer();
  if (!reply) return void request.socket.destroy();
  response.writeHead(reply.status, { "content-type": "application/json" });
  response.end(JSON.stringify(reply.body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  vi.stubEnv("VITE_FUNCTIONS_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  sent.length = 0;
  answer = async () => ACCEPTED;
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
});

function open(address = "/contact") {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <ContactPage />
    </MemoryRouter>,
  );
}
/** A field of the form. All four are text controls. */
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { hidden: true, name });
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
const toasts = () =>
  currentToasts().map(({ title, description, variant }) => ({ title, description, variant }));
const words = { Name: "Ada Obi", Email: "ada@example.org", Subject: "Hello", Message: "Is it me?\nYes." };

function write(change: Partial<typeof words> = {}) {
  for (const [name, value] of Object.entries({ ...words, ...change })) type(name, value);
}
const typed = () => Object.fromEntries(Object.keys(words).map((name) => [name, field(name).value]));
const NOTHING = { Name: "", Email: "", Subject: "", Message: "" };

test("the contact page shows how and when to reach the academy (S-025)", () => {
  const { container } = open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Get in Touch");
  const mail = container.querySelector("dl a");
  expect(mail?.getAttribute("href")).toBe("mailto:hello@academy.example");
  const details = [...container.querySelectorAll("dl > div")].map((each) =>
    [...each.children].map((child) => child.textContent),
  );
  expect(details).toEqual([
    ["Email", "hello@academy.example"],
    ["Location", "United Kingdom"],
    ["Response time", "Within 24-48 hours"],
    ["Office hours", "Monday-Friday 9:00 AM-5:00 PM GMT"],
  ]);
  expect(screen.getByRole("link", { name: "privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
});

test("a contact message is sent in the specified form, confirmed in its place and cleared (S-025, S-061, S-081, S-096, S-147)", async () => {
  open();
  let finish = () => {};
  answer = () => new Promise((resolve) => (finish = () => resolve(ACCEPTED)));
  write({ Name: "  Ada Obi " });
  press();
  const busy = await screen.findByRole<HTMLButtonElement>("button", { name: "Sending..." });
  expect(busy.disabled).toBe(true);
  expect(field("Message").readOnly).toBe(true);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  finish();
  const confirmation = await screen.findByRole("heading", { name: "We have your message" });
  expect(sent).toEqual([
    {
      path: "/send-contact-email",
      name: "Ada Obi",
      email: "ada@example.org",
      subject: "Hello",
      message: "Is it me?\nYes.",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      website: "",
    },
  ]);
  expect(toasts()).toEqual([
    {
      title: "Message Sent! ✉️",
      description: "Thank you for contacting us. We'll get back to you soon!",
      variant: "default",
    },
  ]);
  expect(typed()).toEqual(NOTHING);
  expect(screen.getByText("0 / 2000 characters")).toBeDefined();
  expect(document.activeElement).toBe(confirmation);
  expect(confirmation.parentElement?.textContent).toMatch(
    /answers by email to ada@example\.org.*Within 24-48 hours/,
  );
  expect(screen.queryByRole("button", { name: "Send Message" })).toBeNull();
  screen.getByRole("button", { name: "Write another message" }).click();
  expect(document.activeElement).toBe(field("Name"));
  expect(screen.queryByText("We have your message")).toBeNull();
  cleanup();
  open();
  expect(typed()).toEqual(NOTHING);
});

test("an empty contact form marks each missing field and sends nothing (S-065)", async () => {
  open();
  press();
  const expected = {
    Name: "Name is required",
    Email: "Invalid email address",
    Subject: "Subject is required",
    Message: "Message is required",
  };
  for (const [name, message] of Object.entries(expected)) {
    const control = field(name);
    expect(control.getAttribute("aria-invalid")).toBe("true");
    const described = control.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
  }
  expect(document.activeElement).toBe(field("Name"));
  expect(toasts()).toEqual([
    { title: "Validation Error", description: "Please check the form for errors.", variant: "destructive" },
  ]);
  expect(sent).toEqual([]);

  type("Name", "A");
  expect(screen.queryByText("Name is required")).toBeNull();
  expect(screen.getByText("Subject is required")).toBeDefined();
});

test("visitors can type too much text into the contact form, which then reports the excess (S-065, S-113)", () => {
  open();
  write({
    Name: "n".repeat(101),
    Email: `${"a".repeat(250)}@example.org`,
    Subject: "s".repeat(201),
    Message: "m".repeat(2001),
  });
  expect(screen.getByText("2001 / 2000 characters")).toBeDefined();
  press();
  for (const [name, max] of Object.entries({ Name: 100, Email: 255, Subject: 200, Message: 2000 })) {
    expect(screen.getByText(`${name} must be less than ${max} characters`)).toBeDefined();
    expect(field(name).maxLength).toBeGreaterThan(2 * max);
  }
  expect(sent).toEqual([]);
});

test("a screen reader announces the contact form's character count only near the limit and after a pause (S-025)", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  open();
  const heard = () => screen.getAllByRole("status").map((each) => each.textContent);
  type("Message", "m".repeat(1799));
  act(() => vi.advanceTimersByTime(2_000));
  expect(heard()).toEqual(["", ""]);
  type("Message", "m".repeat(1999));
  expect(heard()).toEqual(["", ""]);
  act(() => vi.advanceTimersByTime(2_000));
  expect(heard()).toContain("Characters left: 1");
  type("Message", "m".repeat(2003));
  act(() => vi.advanceTimersByTime(2_000));
  expect(heard()).toContain("Characters over the limit: 3");
});

test.each([
  ["rejects it", REFUSED, /Too many requests\. Everything you typed is still here/],
  ["replies unexpectedly", { status: 200, body: { success: false } }, /Everything you typed is still here/],
  ["fails", { status: 500, body: {} }, /Everything you typed is still here/],
  ["cannot be reached", BROKEN_OFF, /The server could not be reached\. Everything you typed is still here/],
] as const)(
  "the contact page keeps the message and reports the failure if the server %s (S-096)",
  async (_, reply, text) => {
    open();
    write();
    answer = async () => reply;
    press();
    await screen.findByText(text);
    expect(toasts()).toEqual([
      { title: "Error", description: "Failed to send message. Please try again.", variant: "destructive" },
    ]);
    expect(typed()).toEqual(words);
  },
);

test("a contact message whose reply was lost is resent under the same id, even after a reload (S-061)", async () => {
  open();
  write();
  answer = async () => BROKEN_OFF;
  press();
  await screen.findByText(/could not be reached/);
  press();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.waitFor(() => expect(currentToasts()).toHaveLength(1));
  cleanup();
  open();
  expect(typed()).toEqual(words);
  answer = async () => ACCEPTED;
  press();
  await vi.waitFor(() => expect(typed()).toEqual(NOTHING));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);

  screen.getByRole("button", { name: "Write another message" }).click();
  write();
  press();
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  expect(sent[3]?.id).not.toBe(sent[2]?.id);
});

test("a contact message edited after a lost reply is sent under a new id", async () => {
  open();
  write();
  answer = async () => BROKEN_OFF;
  press();
  await screen.findByText(/could not be reached/);
  type("Message", "Other words");
  answer = async () => ACCEPTED;
  press();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.id).not.toBe(sent[0]?.id);
});

test("pressing Send repeatedly sends the contact message only once (S-061)", async () => {
  open();
  write();
  const button = screen.getByRole("button", { name: "Send Message" });
  const form = button.closest("form");
  fireEvent.click(button);
  if (form) fireEvent.submit(form);
  fireEvent.click(button);
  await vi.waitFor(() => expect(typed()).toEqual(NOTHING));
  expect(sent).toHaveLength(1);
});

test("the contact page mentions that the browser reports no connection, and sends all the same (S-119)", async () => {
  const report = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => report.mockRestore());
  open();
  write();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Send Message" });
  const hint = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toMatch(/^You need a connection to send your message.*kept/);
  press();
  await vi.waitFor(() => expect(typed()).toEqual(NOTHING));
  expect(sent).toHaveLength(1);

  answer = async () => BROKEN_OFF;
  screen.getByRole("button", { name: "Write another message" }).click();
  write();
  press();
  await screen.findByText(/^The server could not be reached\. Everything you typed is still here/);
  report.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  expect(screen.queryByText("You need a connection to send your message")).toBeNull();
});

test("a link fills in only the subject of the contact form, and never replaces what the visitor has written (S-148)", () => {
  open("/contact?subject=Forum");
  expect(typed()).toEqual({ ...NOTHING, Subject: "Forum" });
  cleanup();
  open("/contact?subject=Booking");
  expect(typed()).toEqual({ ...NOTHING, Subject: "Booking" });
  type("Message", "When?");
  cleanup();
  open("/contact?subject=Forum");
  expect(typed()).toEqual({ ...NOTHING, Subject: "Booking", Message: "When?" });
});

test.each([
  ["of more than 200 characters", `subject=${"s".repeat(201)}`, ""],
  ["of blanks", "subject=%20%0A", ""],
  ["of two lines", "subject=One%0D%0ABcc:%20a@b.c", "One Bcc: a@b.c"],
  ["beside other fields", "subject=Team&message=Pay%20me&name=Eve&email=e@mail.example", "Team"],
])("a link with a subject %s fills in no more than one clean line (S-148)", (_, query, subject) => {
  open(`/contact?${query}`);
  expect(typed()).toEqual({ ...NOTHING, Subject: subject });
});

test("the honeypot field is hidden from people", () => {
  const { container } = open();
  expect(screen.getAllByRole("textbox")).toHaveLength(4);
  expect(container.querySelector('[name="website"]')?.closest("[hidden]")).not.toBeNull();
});
