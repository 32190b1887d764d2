import { type Context, Hono } from "hono";
import { z } from "zod";
import type { BackendKeys } from "../../backend/config.ts";
import { AuthError, badJson, invalid, userNotFound } from "../authError.ts";
import { isoTimes } from "../isoTimes.ts";
import { factorsField, removeFactor, requireFactor } from "../mfa/factor.ts";
import type { PasswordRules } from "../password/checkPassword.ts";
import { readJson } from "../readJson.ts";
import type { Driver } from "../sql.ts";
import { unavailableAdministration } from "../unavailable.ts";
import { createUser, deleteUser, softDeleteUser, updateUser } from "./accounts.ts";
import { requireAdmin } from "./requireAdmin.ts";
import { parseUserBody } from "./userBody.ts";
import { optionalUser, readUsers } from "./userRow.ts";

const PATH = "/auth/v1/admin/users";
const DEFAULT_PER_PAGE = 50;

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

/** GoTrue's `/admin/users`, as `auth.admin` of supabase-js calls it. Each call needs the database session to itself. */
export function createAdminRoutes(parts: {
  driver: Driver;
  keys: BackendKeys;
  passwords: PasswordRules;
}): (request: Request) => Promise<Response> {
  const { driver, keys } = parts;
  const routes = new Hono();
  routes.onError(AuthError.answer);
  routes.notFound((c) => {
    const unavailable = unavailableAdministration(c.req.path.slice("/auth/v1".length));
    return unavailable?.toResponse() ?? new Response("404 page not found", { status: 404 });
  });
  routes.use(async (c, next) => {
    await requireAdmin(c.req.raw.headers, keys);
    await next();
  });

  routes.get(PATH, async (c) => {
    const page = Math.max(1, countIn(c, "page") ?? 1);
    const perPage = countIn(c, "per_page") || DEFAULT_PER_PAGE;
    const { users, total } = await readUsers(driver, { page, perPage, filter: c.req.query("filter") ?? "" });
    c.header("x-total-count", String(total));
    c.header("link", pageLinks(page, perPage, total));
    return c.json({ users, aud: "authenticated" });
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
    const { data, error } = deleteBody.safeParse(body);
    if (error) throw badJson("should_soft_delete must be true or false");
    await driver.transaction((sql) =>
      data.should_soft_delete ? softDeleteUser(sql, id) : deleteUser(sql, id),
    );
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

/** A number from the query; undefined if it is absent or empty. Throws GoTrue's 400 if it is invalid. */
function countIn(c: Context, name: string): number | undefined {
  const text = c.req.query(name);
  if (!text) return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    const reason = `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw invalid(`Bad Pagination Parameters: ${reason}`);
  }
  return Number(text);
}

function userId(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}

/** RFC 8288 links, in the format from which supabase-js reads `nextPage` and `lastPage`. */
function pageLinks(page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `<${PATH}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}
