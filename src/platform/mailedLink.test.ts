import { expect, test } from "vitest";
import { readMailedLink } from "./mailedLink.ts";

test("a link in a mail leads back with a session, a message, a refusal or nothing (S-087)", () => {
  expect(readMailedLink("#access_token=a&refresh_token=b&type=recovery&expires_in=3600")).toEqual({
    status: "session",
    accessToken: "a",
    refreshToken: "b",
  });
  expect(
    readMailedLink(
      "#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email",
    ),
  ).toMatchObject({ status: "message" });
  expect(
    readMailedLink("#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid"),
  ).toEqual({ status: "refused" });
  expect(readMailedLink("#access_token=a")).toEqual({ status: "none" });
  expect(readMailedLink("")).toEqual({ status: "none" });
});
