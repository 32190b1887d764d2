/** What the functions need, except for a way to send email. */
export const FUNCTIONS_ENVIRONMENT = {
  SUPABASE_URL: "http://127.0.0.1:3000",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  SITE_URL: "https://academy.example",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
};
