import { expect, test } from "vitest";
import { ApiError } from "./apiError.ts";
import { parseForm } from "./form.ts";

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

test("form fields with nested names, indexes or empty brackets are parsed into hashes", () => {
  expect(plain("a=1&b[c]=2&items[0][price]=p&items[1][price]=q&expand[]=x&expand[]=y")).toEqual({
    a: "1",
    b: { c: "2" },
    items: { 0: { price: "p" }, 1: { price: "q" } },
    expand: { 0: "x", 1: "y" },
  });
});

test("a parameter used both as a string and as a hash is rejected, in either order", () => {
  expect(() => parseForm("a=1&a[b]=2")).toThrow(ApiError);
  expect(() => parseForm("a[b]=2&a=1")).toThrow(ApiError);
});

test("a parameter name cannot change any prototype", () => {
  parseForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("malformed and too deeply nested parameter names are rejected", () => {
  expect(() => parseForm("a[b=1")).toThrow("Invalid parameter name");
  expect(() => parseForm(`a${"[b]".repeat(50)}=1`)).toThrow("Invalid parameter name");
});
