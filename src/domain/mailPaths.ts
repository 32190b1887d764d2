/**
 * The addresses of what is done by mail, or by way of an account elsewhere. Apart from the others, which load with every public page: few people ever
 * come here.
 */
export const mailPaths = {
  /** Where a mailed temporary password is replaced. */
  newPassword: () => "/auth/new-password",
  /** Where a person asks for a way in who has forgotten the password. */
  forgottenPassword: () => "/auth/forgotten-password",
  /** Where the link of that mail leads. */
  resetPassword: () => "/auth/reset-password",
  /** Where the links of the two mails lead that ask to agree to another e-mail address. */
  emailChange: () => "/auth/email-change",
  /** Where the mails lead that prove an address; the key is after the hash. */
  proveAddress: () => "/auth/your-address",
  /** Where the mail about a deletion leads; the key stands after the hash. */
  keepAccount: () => "/auth/keep-account",
  /** Where Google or GitHub lead back to. */
  providerReturn: () => "/auth/callback",
} as const;
