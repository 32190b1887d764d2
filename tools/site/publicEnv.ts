import type { Plugin } from "vite";

/** Patterns of the secrets of the academy and its providers. A publishable key is not a secret. */
export const SECRETS = [
  /\bsb_secret_[\w-]{8,}/,
  /\b(sk|rk)_(test|live)_\w{8,}/,
  /\bwhsec_[\w+/=-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // {"role":"service_role"} in the middle of a JSON Web Token, at each of the three offsets of base64.
  /(InJvbGUiOiJzZXJ2aWNlX3JvbGUi|Jyb2xlIjoic2VydmljZV9yb2xlI|icm9sZSI6InNlcnZpY2Vfcm9sZS)/,
];

/**
 * Stops the build when a variable that begins with VITE_ contains a secret, because all of them are public in the built
 * site. It is easy to paste the server's key in place of the publishable one.
 */
export function publicEnv(): Plugin {
  return {
    name: "academy:public-env",
    apply: "build",
    configResolved({ env }) {
      const [name] = secretsIn(env);
      if (name) throw new Error(`${name} contains a secret, which the built site would make public.`);
    },
  };
}

/** The names of the variables that contain a secret. */
export function secretsIn(env: Record<string, unknown>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    SECRETS.some((secret) => secret.test(String(value))) ? [name] : [],
  );
}
