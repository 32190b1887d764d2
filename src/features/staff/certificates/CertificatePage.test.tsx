// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import CertificatePage from "./CertificatePage.tsx";

const server = withStaffServer();
const ID = "4b8f1a52-6e0d-4b52-9d0c-6f3a3e1c7d11";
const NEW_ID = "9a1de644-815e-46d1-bb8f-aa1837f8a88b";
const CERTIFICATE = {
  id: ID,
  holder_name: "Ada Obo",
  kind: "completion",
  issued_at: "2026-11-20T10:00:00Z",
  revoked_at: null,
  revoked_reason: null,
};
const PAGE = { ...CERTIFICATE, email: "ada@example.com", history: [CERTIFICATE], acts: [] };

async function press(name: string): Promise<void> {
  await act(async () => void fireEvent.click(screen.getByRole("button", { name })));
  await screen.findByRole("dialog");
}
const dialog = () => within(screen.getByRole("dialog"));

test("a name is corrected after its new spelling, the consequence and a reason were confirmed", async () => {
  server.answers = ({ name }) =>
    name.includes("staff-certificate") ? Response.json({ certificateId: NEW_ID }) : Response.json(PAGE);
  const { router } = openScreen(<CertificatePage id={ID} />, `/staff/certificates/${ID}`);
  const name = await screen.findByLabelText("Name on the certificate");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Correct name" }).disabled).toBe(true);
  fireEvent.change(name, { target: { value: " Ada  Obi " } });
  await press("Correct name");
  dialog().getByText(/issued to Ada Obi\. The public page of the old one/);
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Passport" } });
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Correct name" })));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/staff/certificates/${NEW_ID}`));
  expect(server.asked.find(({ name: asked }) => asked.includes("staff-certificate"))?.args).toEqual({
    certificateId: ID,
    holderName: "Ada Obi",
    reason: "Passport",
  });
});

test("a certificate is revoked only with a reason", async () => {
  server.answers = ({ name }) => Response.json(name === "staff_revoke_certificate" ? true : PAGE);
  openScreen(<CertificatePage id={ID} />, `/staff/certificates/${ID}`);
  await screen.findByText("Valid", { selector: "span" });
  fireEvent.change(screen.getByLabelText("Cause"), { target: { value: "wrong_person" } });
  await press("Revoke certificate");
  dialog().getByText(/gets an email that says “It was issued to the wrong person\.” and how to object/);
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Revoke certificate" })));
  await dialog().findByText("Please give a reason");
  fireEvent.change(dialog().getByLabelText("Reason"), { target: { value: "Wrong person" } });
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Revoke certificate" })));
  await waitFor(() =>
    expect(server.asked).toContainEqual({
      name: "staff_revoke_certificate",
      args: { p_id: ID, p_cause: "wrong_person", p_reason: "Wrong person" },
    }),
  );
});

test("a revoked certificate shows why and offers no action", async () => {
  const revoked = { ...PAGE, revoked_at: "2026-11-21T10:00:00Z", revoked_reason: "withdrawn" };
  server.answers = () =>
    Response.json({
      ...revoked,
      acts: [
        { at: "2026-11-21T10:00:00Z", action: "certificate_revoked", reason: "Wrong person", actor: "" },
      ],
    });
  openScreen(<CertificatePage id={ID} />, `/staff/certificates/${ID}`);
  const acts = within(await screen.findByRole("table", { name: "What staff did" }));
  acts.getByText("A deleted account");
  acts.getByText("Wrong person");
  expect(screen.queryByRole("button", { name: "Revoke certificate" })).toBeNull();
  expect(screen.queryByLabelText("Name on the certificate")).toBeNull();
});

test("a number that does not exist is said to be unknown", async () => {
  server.answers = () => Response.json(null);
  openScreen(<CertificatePage id={ID} />, `/staff/certificates/${ID}`);
  await screen.findByText("There is no such certificate");
});
