import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { ActiveState } from "../db/active.ts";
import type { Identity as StoredIdentity } from "../db/rows.ts";
import { authState, followIdentity, subscribeAuth } from "./authStore.ts";
import type { AuthOutcome, SignInOutcome, SignUpInput } from "./authTypes.ts";

export type Identity = StoredIdentity;

type Auth = {
  state: ActiveState;
  /** With a challenge, the person is signed in once it has been passed. */
  signIn(email: string, password: string): Promise<SignInOutcome>;
  signUp(input: SignUpInput): Promise<AuthOutcome>;
  /** Works offline. Resolves when this device has forgotten the person (and, if asked, their data). */
  signOut(options?: { removeData?: boolean }): Promise<void>;
  changePassword(newPassword: string): Promise<AuthOutcome>;
  /** How many changes would be lost with `signOut({ removeData: true })`. */
  unsyncedCount(): Promise<number>;
};

const AuthContext = createContext<Auth | null>(null);
const LOADING: ActiveState = { status: "loading" };
const loading = () => LOADING;

/** Each act brings its own code and leaves this tab following the stored identity. */
async function act<T>(run: (actions: typeof import("./authActions.ts")) => Promise<T>): Promise<T> {
  const [actions] = await Promise.all([import("./authActions.ts"), followIdentity()]);
  return run(actions);
}

const ACTIONS: Omit<Auth, "state"> = {
  signIn: (email, password) => act((actions) => actions.signIn(email, password)),
  signUp: (input) => act((actions) => actions.signUp(input)),
  signOut: (options) => act((actions) => actions.signOut(options)),
  changePassword: (newPassword) => act((actions) => actions.changePassword(newPassword)),
  unsyncedCount: () => act((actions) => actions.unsyncedCount()),
};

/** Starts from the stored identity and never waits for the network (offline rule 14). */
export function AuthProvider(props: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeAuth, authState, loading);
  const auth = useMemo(() => ({ state, ...ACTIONS }), [state]);
  return <AuthContext value={auth}>{props.children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
