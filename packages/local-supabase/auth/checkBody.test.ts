import { expect, test } from "vitest";
import { AuthError } from "./authError.ts";
import { checkAuthBody } from "./checkBody.ts";

const post = (body: string) => new Request("http://localhost/auth/v1/token", { method: "POST", body });

async function refusal(body: string): Promise<[number, string] | null> {
  try {
    await checkAuthBody(post(body));
    return null;
  } catch (error) {
    if (error instanceof AuthError) return [error.status, error.errorCode];
    throw error;
  }
}

test.each([
  ["invalid JSON", "{", "bad_json"],
  ["null instead of an object", "null", "bad_json"],
  ["a list instead of an object", "[]", "bad_json"],
  ["an address that is a list", '{"email":["a"],"password":"x"}', "bad_json"],
  ["a password that is an object", '{"email":"a@b.org","password":{}}', "bad_json"],
  ["user metadata that is a list", '{"email":"a@b.org","data":["a"]}', "bad_json"],
  ["user metadata that is text", '{"email":"a@b.org","data":"text"}', "bad_json"],
  ["a NUL character in a name", '{"email":"a@b.org","data":{"first_name":"\\u0000"}}', "validation_failed"],
  ["a lone surrogate", '{"email":"a@b.org","data":{"first_name":"\\ud800"}}', "validation_failed"],
  ["an address that is too long", `{"email":"${"a".repeat(300)}@b.org"}`, "validation_failed"],
])("the auth server answers 400 to a body with %s, as GoTrue does", async (_name, body, code) => {
  expect(await refusal(body)).toEqual([400, code]);
});

test("the auth server accepts ordinary bodies, whole surrogate pairs and empty bodies", async () => {
  expect(await refusal('{"email":"a@b.org","password":"x","data":{"first_name":"😀 山田"}}')).toBeNull();
  expect(await refusal("")).toBeNull();
});
