import { describe, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();

async function appMetadata(id: string): Promise<Record<string, unknown>> {
  const [row] = await backend.query<{ meta: Record<string, unknown> }>(
    "select raw_app_meta_data as meta from auth.users where id = $1",
    [id],
  );
  return row?.meta ?? {};
}

describe("profiles", () => {
  it("start with the names given at sign-up (S-044, S-046)", async () => {
    const ada = await backend.signUp({ firstName: "Ada", lastName: "Obi" });
    const client = await backend.clientFor(ada);
    const { data, error } = await client.from("profiles").select().eq("id", ada.id).maybeSingle();
    expect(error).toBeNull();
    expect(data).toEqual({
      id: ada.id,
      first_name: "Ada",
      last_name: "Obi",
      email: ada.email,
      organization: null,
      phone: null,
      country: null,
    });
  });

  it("do not prevent a sign-up when a name is longer than the form allows", async () => {
    const ada = await backend.signUp({ firstName: "A".repeat(500) });
    const { data } = await (await backend.clientFor(ada)).from("profiles").select("first_name").single();
    expect(data).toEqual({ first_name: "A".repeat(100) });
  });

  it("can be read and updated by their owner with the calls of the checkout forms (S-075, S-086)", async () => {
    const ada = await backend.signUp();
    const client = await backend.clientFor(ada);
    const form = {
      first_name: "Adaeze",
      last_name: "Okafor",
      email: "adaeze@example.com",
      organization: "University of Leeds",
      phone: "+44 113 496 0000",
      country: "United Kingdom",
    };
    const { data, error } = await client.from("profiles").update(form).eq("id", ada.id).select().single();
    expect(error).toBeNull();
    expect(data).toEqual({ id: ada.id, ...form });
  });

  it("reject values longer than the forms allow (S-113)", async () => {
    const ada = await backend.signUp();
    const client = await backend.clientFor(ada);
    const { error } = await client
      .from("profiles")
      .update({ phone: "0".repeat(21) })
      .eq("id", ada.id);
    expect(error?.message).toContain("profiles_phone_check");
  });
});

describe("the requirement to change a temporary password", () => {
  it("ends only when the password has really changed (S-122)", async () => {
    const guest = await backend.signUp();
    await backend.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"must_change_password": true}' where id = $1`,
      [guest.id],
    );
    const client = await backend.clientFor(guest);

    await client.auth.updateUser({ data: { must_change_password: false, app_metadata: {} } });
    expect(await appMetadata(guest.id)).toMatchObject({ must_change_password: true });

    const { error } = await client.auth.updateUser({ password: "a password of their own" });
    expect(error).toBeNull();
    expect(await appMetadata(guest.id)).not.toHaveProperty("must_change_password");
  });
});
