import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { eventually } from "../support/eventually.ts";
import { pushMigrations } from "./cli.ts";
import { type HostedServices, startHostedServices, startReplica } from "./replica.ts";

let services: HostedServices;
beforeAll(async () => {
  services = await startHostedServices();
});
afterAll(() => services?.close());

test("a running project serves its tables and functions as soon as they are first deployed", async () => {
  const { api, database, functionSecrets } = services;
  const client = createClient(api.url, api.keys.publishableKey, { auth: { persistSession: false } });
  const lessons = () => client.from("lessons").select("lesson_id");
  expect((await lessons()).error?.code).toBe("PGRST205");
  const call = () => fetch(`${api.url}/functions/v1/certificate-issuer`);
  expect((await call()).status).toBe(404);

  await pushMigrations(database.url);
  await eventually(async () => expect(await lessons()).toMatchObject({ data: [], error: null }));
  await api.serveFunctions(functionSecrets);
  expect(await (await call()).json()).toMatchObject({ url: services.siteUrl });

  await api.serveFunctions({ ...functionSecrets, FUNCTIONS_URL: "https://functions.example" });
  expect(await (await call()).json()).toMatchObject({
    id: "https://functions.example/certificate-issuer",
  });
});

test("the whole replica has the site, a course that is on sale, and functions", async () => {
  const replica = await startReplica();
  try {
    const { api, siteUrl } = replica;
    expect(await (await fetch(`${siteUrl}/academy/pricing/student`)).text()).toMatch(
      /<title[^>]*>Choose Your Payment Option: Students/,
    );
    const client = createClient(api.url, api.keys.publishableKey, { auth: { persistSession: false } });
    expect((await client.from("lessons").select("lesson_id")).data).toEqual([{ lesson_id: "1" }]);
    const published = await api.backend.query<{ lesson_id: string }>("select lesson_id from public.lessons");
    expect(published.map((each) => each.lesson_id).sort()).toEqual([...LESSON_IDS].sort());
    const reply = await fetch(`${api.url}/functions/v1/certificate-issuer`);
    expect(await reply.json()).toMatchObject({ url: siteUrl });
  } finally {
    await replica.close();
  }
}, 300_000);
