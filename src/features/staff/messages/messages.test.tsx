// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { openScreen, refusal, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import { currentToasts, dismissToast } from "../../../ui/overlay/toast.ts";
import MessagePage from "./MessagePage.tsx";
import MessagesPage from "./MessagesPage.tsx";
import type { Message, MessageRow } from "./messages.ts";

const server = withStaffServer();
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const ID = "3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a11";
const [ME, ANN] = ["3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a22", "3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a33"];
const HTML = '<img src=x onerror="alert(1)"><b>bold</b>';
const MESSAGE: Message = {
  id: ID,
  name: "Ada <i>Obi</i>",
  email: "ada@example.com",
  subject: "Does it <u>work</u> offline?",
  message: `Line one\n${HTML}`,
  created_at: "2026-11-20T10:00:00+00:00",
  state: "open",
  assigned_to: null,
  answers: [],
  colleagues: [
    { id: ME, email: "mo@academy.example", is_me: true },
    { id: ANN, email: "ann@academy.example", is_me: false },
  ],
};
const ANSWER = {
  id: "3f2a9c01-8a53-4d2e-9a64-0d2f6f6f1a44",
  at: "2026-11-21T10:00:00+00:00",
  author: "ann@academy.example",
  body: `Yes. ${HTML}`,
  mail: "sent" as const,
};

const done = () => new Response(null, { status: 204 });
/** From now on, the message is answered with this, and everything else succeeds. */
const serve = (message: Message) => {
  server.answers = ({ name }) => (name === "staff_message" ? Response.json(message) : done());
};
async function open(message: Message = MESSAGE) {
  serve(message);
  openScreen(<MessagePage id={ID} />, `/staff/messages/${ID}`);
  await screen.findByRole("heading", { name: "The message" });
}
const write = (text: string) =>
  fireEvent.change(screen.getByLabelText("Answer"), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = async (name: string) => {
  const dialog = within(await screen.findByRole("dialog"));
  await act(async () => void fireEvent.click(dialog.getByRole("button", { name })));
};
const calls = (name: string) => server.asked.filter((each) => each.name === name).map(({ args }) => args);

describe("the inbox", () => {
  const ROW: MessageRow = {
    id: ID,
    name: MESSAGE.name,
    email: MESSAGE.email,
    subject: MESSAGE.subject,
    state: "open",
    created_at: new Date(Date.now() - 5 * 60 * 60 * 1000).toISOString(),
    assigned_to: null,
    is_mine: false,
  };
  const openList = (rows: MessageRow[], address = "/staff/messages") => {
    server.answers = () => Response.json({ rows, next: null });
    openScreen(<MessagesPage />, address);
  };

  test("shows who wrote about what and when, and who has it", async () => {
    openList([ROW, { ...ROW, id: ANN, assigned_to: "mo@academy.example", is_mine: true }]);
    const [link] = await screen.findAllByRole("link", { name: MESSAGE.subject });
    expect(link?.getAttribute("href")).toBe(`/staff/messages/${ID}`);
    expect(screen.getAllByRole("cell", { name: /^5 hours ago/ })).toHaveLength(2);
    screen.getByRole("cell", { name: "Nobody" });
    screen.getByRole("cell", { name: "You" });
    expect(document.querySelector("td u, td i")).toBeNull();
  });

  test("asks the server for the chosen filter, and says what will appear when it is empty", async () => {
    openList([]);
    await screen.findByRole("heading", { name: "No message is waiting for an answer" });
    expect(screen.getByRole("link", { name: "Mine" }).getAttribute("href")).toContain("filter=mine");
    expect(server.lastArgs("staff_messages")).toMatchObject({ p_filter: "", p_search: "", p_before: null });
  });
});

describe("a message", () => {
  test("is shown as text, even if it contains HTML, and so are its answers", async () => {
    await open({ ...MESSAGE, state: "answered", answers: [ANSWER] });
    screen.getByText(/^Line one\s<img src=x/);
    screen.getByText(ANSWER.body);
    screen.getByRole("heading", { name: /^Answered by ann@academy.example/ });
    expect(document.querySelector("img, b, u")).toBeNull();
  });

  test("is answered once, after a confirmation that names the address", async () => {
    await open();
    expect(screen.getByRole("button", { name: "Send the answer" })).toHaveProperty("disabled", true);
    write("Yes, it does.");
    press("Send the answer");
    const sentence = (await screen.findByText(/and cannot be recalled\./)).parentElement;
    expect(sentence?.textContent).toMatch(/^It is emailed to ada@example.com and cannot be recalled\./);
    serve({ ...MESSAGE, state: "answered", assigned_to: ME, answers: [ANSWER] });
    await confirm("Send the answer");
    await screen.findByRole("heading", { name: "Add another answer" });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("");
    expect(calls("staff_answer_message")).toEqual([
      {
        p_id: ID,
        p_answer_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        p_text: "Yes, it does.",
        p_answers_seen: 0,
      },
    ]);
  });

  test("keeps an answer that a colleague was faster with, and says why it was not sent", async () => {
    await open();
    write("Yes, it does.");
    press("Send the answer");
    server.answers = () => refusal(400, { code: "P0001", message: "A colleague has answered.", hint: "x" });
    await confirm("Send the answer");
    screen.getByText("A colleague has answered.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("Yes, it does.");
  });

  test("recognises an answer whose reply was lost, also from a new dialog", async () => {
    await open();
    write("Yes, it does.");
    for (const _ of [1, 2]) {
      server.answers = () => Promise.reject(new TypeError("Failed to fetch"));
      press("Send the answer");
      await confirm("Send the answer");
      press("Cancel");
    }
    const [first, second] = calls("staff_answer_message");
    expect(second?.p_answer_id).toBe(first?.p_answer_id);
  });

  test("refuses an answer of more than 5,000 characters, counted like the database", async () => {
    await open();
    write("👩".repeat(5000));
    expect(screen.queryByText("Use at most 5,000 characters")).toBeNull();
    write("x".repeat(5001));
    screen.getByText("Use at most 5,000 characters");
    expect(screen.getByRole("button", { name: "Send the answer" })).toHaveProperty("disabled", true);
  });

  test("is assigned to a colleague, and to nobody again", async () => {
    await open();
    const choose = (value: string) =>
      fireEvent.change(screen.getByLabelText(/^Assigned to/), { target: { value } });
    choose(ANN);
    serve({ ...MESSAGE, assigned_to: ANN });
    await act(async () => press("Assign"));
    await screen.findByRole("combobox");
    choose("");
    await act(async () => press("Assign"));
    expect(calls("staff_assign_message")).toEqual([
      { p_id: ID, p_to: ANN },
      { p_id: ID, p_to: null },
    ]);
  });

  test("is closed after a question, and then has no button that closes it", async () => {
    await open();
    press("Close the message");
    await screen.findByRole("dialog", { name: "Close this message without an answer?" });
    serve({ ...MESSAGE, state: "closed" });
    await confirm("Close the message");
    await screen.findByText("Closed");
    expect(screen.queryByRole("button", { name: "Close the message" })).toBeNull();
    expect(calls("staff_close_message")).toEqual([{ p_id: ID }]);
  });

  test("says when the email with an answer could not be sent", async () => {
    await open({ ...MESSAGE, answers: [{ ...ANSWER, mail: "failed" }] });
    screen.getByText(/could not be sent/);
  });
});

test("an answer that is being typed stays when the message cannot be loaded again", async () => {
  await open();
  write("Yes, it does.");
  server.answers = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  await act(async () => server.connect(false));
  await act(async () => server.connect(true));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("Yes, it does.");
  screen.getByText("We could not load the message again");
});
