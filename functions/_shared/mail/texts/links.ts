import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { button, link } from "../layout.ts";
import type { Places } from "../mailKind.ts";

/** Links that several emails have. */

const newPassword = ({ siteUrl }: Places) =>
  ["Choose a new password", `${siteUrl}${mailPaths.forgottenPassword()}`] as const;
const account = ({ siteUrl }: Places) => ["Your account", `${siteUrl}${paths.account()}`] as const;

export const myLearningButton = ({ siteUrl }: Places) =>
  button("Go to My Learning", `${siteUrl}${paths.dashboard()}`);
export const signInButton = ({ siteUrl }: Places) => button("Sign in", `${siteUrl}${paths.auth()}`);
export const newPasswordButton = (places: Places) => button(...newPassword(places));
export const newPasswordLink = (places: Places) => link(...newPassword(places));
export const accountButton = (places: Places) => button(...account(places));
export const accountLink = (places: Places) => link(...account(places));
