import { expect, test } from "vitest";
import { refusalOfQuery } from "./restQuery.ts";

const refusal = (query: string, path = "/rest/v1/lessons") =>
  refusalOfQuery(new URL(`http://localhost${path}?${query}`));
const NO_REGEX = "Regular expressions are not available: use like or ilike.";

test.each([
  String.raw`select=lesson_id&hash=match.^(.%2B)(.%2B)\1\2$`,
  "hash=imatch.a",
  "hash=not.match.a",
  "hash=%6Datch.a",
  "hash=match(any).{a,b}",
  "hash=imatch(all).{a}",
  "hash=not.imatch(any).{a}",
  "hash=match",
  "pack->>html=match.a",
  "order_payments.number=match.a",
  "or=(hash.match.a,hash.eq.b)",
  "and=(hash.eq.b,hash.not.imatch.a)",
  "and=(hash.eq.b,or(version.eq.1,not.and(hash.match(any).{a})))",
  "or=hash.match.a",
  "not.or=(hash.match.a)",
  "order_payments.or=(number.match.a)",
  "order_payments.not.and=(number.imatch.a)",
  "or=(%20hash.match.a)",
  'or=("hash".match.a)',
])("the REST API rejects the regular expression in the query %s", (query) => {
  expect(refusal(query)).toBe(NO_REGEX);
  expect(refusal(query, "/rest/v1/rpc/any_function")).toBe(NO_REGEX);
});

test.each([
  "select=match,imatch&order=match.desc",
  "name=eq.match.a",
  "name=in.(match.a,b)",
  "or=(name.eq.rematch,name.eq.match)",
  "body=ilike.*rematch.*",
  `id=in.(${Array.from({ length: 300 }, (_, index) => index)})`,
  "select=id,a:pack->a,b:pack->b,order_payments(id),refunds:order_refunds(id,orders(id))",
  "select=*,order_payments(*)&limit=10&offset=5&status=not.is.null",
])("the REST API accepts the query %s", (query) => {
  expect(refusal(query)).toBeNull();
});

const times = (count: number, text: string, joint = "") => Array(count).fill(text).join(joint);

test.each([
  [
    "too many columns",
    `select=${Array.from({ length: 51 }, (_, index) => `column${index}`)}`,
    "select must name at most 50 columns.",
  ],
  ["too many aliases of a column", "select=a:body,b:body,body", "select must name a column at most 2 times."],
  ["too many aliases with spaces", "select=a:body, b : body,c:%22body%22", "at most 2 times"],
  ["too many casts of one column", "select=a:pack::text,b:pack::json,c:pack->a->>b", "at most 2 times"],
  ["too many embeds of a relation", "select=a:orders(id),b:orders!left(id),...orders(id)", "at most 2 times"],
  ["a column in too many selects", "select=body&select=body&select=body", "at most 2 times"],
  ["too many wildcards", "select=*,*,*", "at most 2 times"],
  ["too many columns to sort by", `order=${times(51, "hash", ",")}`, "order must name at most 50 columns."],
  ["deeply nested embeds", `select=${times(17, "a(")}id${times(17, ")")}`, "The query is nested too deeply."],
  ["deep conditions", `and=${times(17, "(and")}(a.eq.1)${times(17, ")")}`, "The query is nested too deeply."],
  ["too many filters", times(101, "hash=eq.a", "&"), "At most 100 filters at once."],
  ["too many conditions", `or=(${times(101, "hash.eq.a", ",")})`, "At most 100 filters at once."],
  ["too many steps into JSON", `pack${times(51, "->a")}=eq.1`, "At most 50 steps into JSON at once."],
  ["a pattern that is too long", `body=like.${times(101, "a")}`, "The patterns of like, ilike"],
  ["patterns too long in total", times(20, "body=ilike.*abcdefghijkl*", "&"), "The patterns of like, ilike"],
  ["too many words to search for", `body=wfts.${times(100, "abc", "%20")}`, "The patterns of like, ilike"],
  ["too many condition patterns", `or=(${times(40, "body.like.a*b", ",")})`, "The patterns of like, ilike"],
  ["an unknown operator", "hash=constructor.a", "failed to parse filter (constructor.a)"],
])("the REST API rejects a query with %s", (_, query, message) => {
  expect(refusal(query)).toContain(message);
});

test("query limits apply only to /rest/v1, not to other services", () => {
  expect(refusal("code=match.a", "/auth/v1/callback")).toBeNull();
});
