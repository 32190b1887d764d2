/** Who is here, as far as the surrounding layout knows; null is nobody. */
export type Account = { email: string | null; onSignOut: () => void };
