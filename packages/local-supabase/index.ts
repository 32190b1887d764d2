/** The main entry point: see README.md. */
export type { AuthMail, AuthMailName } from "./auth/authMails.ts";
export { addressBlock } from "./auth/limits/addressBlock.ts";
export type { TextMessage } from "./auth/mfa/parts.ts";
export type { Providers } from "./auth/oauth/providers.ts";
export { newSigningKey, type SigningKeys, signingKeysSchema } from "./auth/session/signingKeys.ts";
export type { BackendKeys } from "./backend/config.ts";
export type { Backend, BackendOptions } from "./backend/startBackend.ts";
export { type Migration, readMigrations } from "./database/migrations.ts";
export {
  type Database,
  openDatabase,
  openStoredDatabase,
  type StoredDatabase,
} from "./database/openDatabase.ts";
export { type Mail, type Mailbox, openMailbox } from "./mailbox/mailbox.ts";
export { mailboxPages } from "./mailbox/pages.ts";
export { startSmtpSink } from "./mailbox/smtp.ts";
export { createBudget } from "./worker/budget.ts";
export { startSupervisedBackend } from "./worker/supervisor.ts";
