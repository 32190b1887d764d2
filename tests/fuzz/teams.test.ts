import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { noteRow, outcomes } from "../support/sentRows.ts";
import { type Person, withTeams } from "../teams/world.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { nearlyJson, oddText, oddValue } from "./oddInputs.ts";

const teams = withTeams();
const { backend, query } = teams;
/** In what a learner has written. */
const PRIVATE = "Nobody else may read this";
/** For each of some fifteen functions. */
const MOST_INPUTS = 15;

type Arg = [name: string, type: string];
let functions: { name: string; args: Arg[] }[];
let people: Record<"owner" | "learner" | "stranger", Person>;
/** Ids of the team, its places and a team of another owner. */
let ids: string[];

beforeAll(async () => {
  people = { owner: await teams.person(), learner: await teams.person(), stranger: await teams.person() };
  const { owner, learner } = people;
  const [team, other] = [await teams.team(owner, 20), await teams.team(await teams.person(), 2)];
  const place = await teams.joined(owner, team, learner);
  ids = [team, other, place, await teams.invited(owner, team, "later@mail.example")];
  expect(await outcomes(learner.client, [noteRow("1", PRIVATE)])).toEqual(["ok"]);
  functions = await query(
    `select proname as name, (
       select coalesce(jsonb_agg(jsonb_build_array(proargnames[place], format_type(type, null))), '[]')
       from unnest(proargtypes) with ordinality as each (type, place)) as args
     from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '(team|seat|invitation)'
       and has_function_privilege('authenticated', oid, 'execute') order by proname`,
  );
  expect(functions.length).toBeGreaterThan(10);
});

function aValue([, type]: Arg): fc.Arbitrary<unknown> {
  const email = fc.constantFrom(
    "a@mail.example",
    "b@mail.example",
    people.stranger.email,
    people.learner.email,
  );
  const good: Record<string, fc.Arbitrary<unknown>> = {
    uuid: fc.constantFrom(...ids),
    text: fc.oneof(email, fc.constant(null), oddText),
    "text[]": fc.array(fc.oneof(email, oddText), { maxLength: 8 }),
    integer: fc.constantFrom(null, -1, 0, 1, 500, 501),
    boolean: fc.boolean(),
    "timestamp with time zone": fc.constantFrom(
      null,
      "infinity",
      new Date(Date.now() + 86_400_000).toISOString(),
    ),
  };
  return good[type] ?? oddValue;
}

function bodiesFor(args: Arg[]): fc.Arbitrary<Buffer> {
  if (args.length === 0) return fc.constant(Buffer.from("{}"));
  const plain = fc.record(Object.fromEntries(args.map((arg) => [arg[0], aValue(arg)])));
  return plain.chain((good) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(Buffer.from(JSON.stringify(good))) },
      { weight: 1, arbitrary: nearlyJson(good) },
    ),
  );
}

async function ask(name: string, by: Person | null, body: Buffer) {
  const reply = await backend.fetch(`/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      // As a client does without a session.
      authorization: `Bearer ${by?.session.access_token ?? backend.publishableKey}`,
      "content-type": "application/json",
    },
    body: new Uint8Array(body),
  });
  return { status: reply.status, text: await reply.text() };
}

/** The teams, and how many more places are given than there are. */
async function stored() {
  const [found] = await query<{ rows: string; over: number }>(
    `select (select md5(string_agg(each::text, '' order by each::text)) from public.team_seats as each)
       || (select md5(string_agg(each::text, '' order by each::text)) from public.teams as each) as rows,
       (select max(private.given_seats(id) - private.team_capacity(id)) from public.teams) as over`,
  );
  return found;
}

describe("for any request about teams", { timeout: FUZZ_TIMEOUT_MS * 2 }, () => {
  it("the functions answer, give no more places than were bought, show no private text, and strangers change nothing (S-169)", async () => {
    for (const { name, args } of functions) {
      const by = fc.constantFrom(
        "owner" as const,
        "learner" as const,
        "stranger" as const,
        "visitor" as const,
      );
      await fuzz(
        fc.tuple(by, bodiesFor(args)),
        async ([who, body]) => {
          const before = await stored();
          const { status, text } = await ask(name, who === "visitor" ? null : people[who], body);
          expect(status, `${name}: ${text}`).toBeLessThan(500);
          expect(text).not.toContain(PRIVATE);
          const after = await stored();
          expect(after?.over, name).toBeLessThanOrEqual(0);
          if (who === "visitor" || (who === "stranger" && !(await isInvited())))
            expect(after, name).toEqual(before);
        },
        { most: MOST_INPUTS },
      );
    }
  });
});

/** The owner may have invited the stranger, who may then decline or take the place. */
async function isInvited(): Promise<boolean> {
  const rows = await query("select 1 from public.team_seats where email = $1", [people.stranger.email]);
  return rows.length > 0;
}
