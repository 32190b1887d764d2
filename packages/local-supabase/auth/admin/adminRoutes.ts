import { type Context, Hono } from "hono";
import { z } from "zod";
import type { BackendKeys } from "../../backend/config.ts";
import { AuthError, invalid, notSimulated, userNotFound } from "../authError.ts";
import { isoTimes } from "../isoTimes.ts";
import { factorsField, removeFactor, requireFactor } from "../mfa/factor.ts";
import type { PasswordRules } from "../password/checkPassword.ts";
import { readJson } from "../readJson.ts";
import type { Driver } from "../sql.ts";
import { createUser, deleteUser, updateUser } from "./accounts.ts";
import { requireAdmin } from "./requireAdmin.ts";
import { parseUserBody } from "./userBody.ts";
import { optionalUser } from "./userRow.ts";

const PATH = "/auth/v1/admin/users";

const deleteBody = z.strictObject({ should_soft_delete: z.literal(false).nullish() });

/**
 * GoTrue's `/admin/users`, as `auth.admin` of supabase-js calls it, without the list of users. Each call needs the database
 * session to itself.
 */
export function createAdminRoutes(parts: {
  driver: Driver;
  keys: BackendKeys;
  passwords: PasswordRules;
}): (request: Request) => Promise<Response> {
  const { driver, keys } = parts;
  const routes = new Hono();
  routes.onError(AuthError.answer);
  routes.notFound((c) => notSimulated(c.req.raw).toResponse());
  routes.use(async (c, next) => {
    await requireAdmin(c.req.raw.headers, keys);
    await next();
  });

  routes.post(PATH, async (c) => {
    const body = parseUserBody(await readJson(c), parts.passwords);
    const id = await driver.transaction((sql) => createUser(sql, body, parts.passwords.cost));
    return c.json(await requireUser(driver, id));
  });
  routes.get(`${PATH}/:id`, async (c) => c.json(await requireUser(driver, userId(c))));
  routes.put(`${PATH}/:id`, async (c) => {
    const body = parseUserBody(await readJson(c), parts.passwords);
    const id = userId(c);
    await driver.transaction((sql) => updateUser(sql, id, body, parts.passwords.cost));
    return c.json(await requireUser(driver, id));
  });
  routes.delete(`${PATH}/:id`, async (c) => {
    const id = userId(c);
    await requireUser(driver, id);
    const body = (await c.req.text()) === "" ? {} : await readJson(c);
    if (!deleteBody.safeParse(body).success) throw invalid("Soft deletion is not simulated");
    await driver.transaction((sql) => deleteUser(sql, id));
    return c.json({});
  });
  routes.get(`${PATH}/:id/factors`, async (c) => c.json(await readFactors(driver, userId(c))));
  routes.delete(`${PATH}/:id/factors/:factor`, async (c) => {
    const id = userId(c);
    const factor = await requireFactor(driver, id, c.req.param("factor"));
    const shown = (await readFactors(driver, id)).find((each) => each.id === factor.id);
    await driver.transaction((sql) => removeFactor(sql, factor));
    return c.json(shown);
  });
  return async (request) => routes.fetch(request);
}

async function requireUser(driver: Driver, id: string): Promise<Record<string, unknown>> {
  const user = await optionalUser(driver, id);
  if (!user) throw userNotFound();
  return user;
}

async function readFactors(driver: Driver, id: string): Promise<Record<string, unknown>[]> {
  await requireUser(driver, id);
  return ((await factorsField(driver, id)).factors ?? []).map(isoTimes);
}

function userId(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}
