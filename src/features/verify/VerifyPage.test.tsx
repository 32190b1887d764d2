// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, test, vi } from "vitest";
import { Component as VerifyPage } from "./VerifyPage.tsx";

const ID = "0195e0a0-0000-4000-8000-000000000001";

let server: (path: string) => Response | Promise<Response>;
let quiet: { mockRestore(): void };
beforeEach(() => {
  localStorage.clear();
  quiet = vi.spyOn(console, "info").mockImplementation(() => undefined);
  server = () => Promise.reject(new TypeError("no network"));
  vi.stubGlobal("fetch", async (url: string) => server(new URL(url).pathname));
});
afterEach(() => {
  vi.unstubAllGlobals();
  quiet.mockRestore();
});

function open() {
  const router = createMemoryRouter([{ path: "/verify/:id", Component: VerifyPage }], {
    initialEntries: [`/verify/${ID}`],
  });
  render(<RouterProvider router={router} />);
}

const answer = (name: string) => screen.findByRole("heading", { level: 2, name });

test("a certificate that could not be checked is not called invalid and can be checked again", async () => {
  open();
  await answer("We could not check this certificate");
  screen.getByText(/This does not mean that the certificate is invalid/);
  server = () => Response.json({ error: "No.", code: "not_found", requestId: "r" }, { status: 404 });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await answer("This certificate is not valid");
  screen.getByText("We have no certificate with this number.");
});

test.each([
  ["a server error", () => Response.json({ error: "Sorry" }, { status: 500 })],
  ["the sign-in page of a network", () => new Response("<html>Welcome to the hotel")],
  ["a missing function", () => Response.json({ error: "There is no such function." }, { status: 404 })],
])("%s does not count as a reply about the certificate", async (_what, reply) => {
  server = reply;
  open();
  await answer("We could not check this certificate");
});

test("a rate-limited certificate check says that it must wait and repeats automatically", async () => {
  const headers = { "retry-after": "1" };
  server = () =>
    Response.json({ error: "Too many requests.", code: "rate_limited" }, { status: 429, headers });
  open();
  await answer("This certificate is waiting to be checked");
  screen.getByText(
    /Too many certificates were checked from your network .* checks again automatically in 1 second\./,
  );
  server = () => Response.json({ error: "No.", code: "not_found", requestId: "r" }, { status: 404 });
  await answer("This certificate is not valid");
});

test("the verification page shows the date and a general reason for a revoked certificate, but no name", async () => {
  const revokedAt = "2026-11-21T09:00:00Z";
  server = () => Response.json({ status: "revoked", id: ID, revokedAt, reason: "replaced" });
  open();
  await answer("This certificate is not valid");
  screen.getByText(/It was replaced by one with a corrected name/);
  screen.getByText("This happened on 21 November 2026.");
});

test("a file dropped on the verification page is checked there, and is not valid without a certificate", async () => {
  open();
  await answer("We could not check this certificate");
  const zone = screen.getByLabelText(/^Certificate file/).parentElement;
  if (!zone) throw new Error("there is nowhere to drop a file");
  const file = new File(["%PDF-1.7 a holiday picture"], "holiday.pdf", { type: "application/pdf" });
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  await screen.findByText("holiday.pdf");
  await answer("This certificate is not valid");
  screen.getByText(/There is no signed certificate in this file/);
});

test("the verification page does not read a file that is far larger than any certificate", async () => {
  open();
  const file = new File(["%PDF-1.7"], "film.pdf");
  Object.defineProperty(file, "size", { value: 900_000_000 });
  fireEvent.change(screen.getByLabelText(/^Certificate file/), { target: { files: [file] } });
  await waitFor(() => screen.getByText("The file is far larger than any certificate we issue."));
});
