import { expect, it } from "vitest";
import { temporaryPassword } from "./temporaryPassword.ts";

it("a temporary password contains no easily confused characters (S-122)", () => {
  const passwords = Array.from({ length: 2000 }, temporaryPassword);
  for (const each of passwords) {
    expect(each).toMatch(/^[A-Za-z2-9]{4}(-[A-Za-z2-9]{4}){3}$/);
    expect(each).not.toMatch(/[0Oo1IlLi]/);
    expect(each).toMatch(/[A-Z]/);
    expect(each).toMatch(/[a-z]/);
    expect(each).toMatch(/[2-9]/);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
});
