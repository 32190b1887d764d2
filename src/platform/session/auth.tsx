import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { ActiveState } from "../../db/store/active.ts";
import type { Identity as StoredIdentity } from "../../db/store/rows.ts";
import type { SignUp } from "../../domain/signUp.ts";
import { authState, followIdentity, subscribeAuth } from "./authStore.ts";
import type { AuthOutcome, SignedOut, SignInOutcome } from "./authTypes.ts";

export type Identity = StoredIdentity;

type Auth = {
  state: ActiveState;
  /** If the result contains a challenge, the user is signed in only after passing it. */
  signIn(email: string, password: string): Promise<SignInOutcome>;
  signUp(input: SignUp): Promise<AuthOutcome>;
  /**
   * Works offline and never rejects. Resolves once the identity (and, if requested, the learner's data) is removed from
   * this device, or after a few seconds.
   */
  signOut(options?: { removeData?: boolean }): Promise<SignedOut>;
  changePassword(newPassword: string): Promise<AuthOutcome>;
  /** The number of changes that `signOut({ removeData: true })` would lose. */
  unsyncedCount(): Promise<number>;
};

const AuthContext = createContext<Auth | null>(null);
const LOADING: ActiveState = { status: "loading" };
const loading = () => LOADING;

/** Loads the code of an action on demand and makes this tab follow the stored identity afterwards. */
async function act<T>(run: (actions: typeof import("./authActions.ts")) => Promise<T>): Promise<T> {
  const [actions] = await Promise.all([import("./authActions.ts"), followIdentity()]);
  return run(actions);
}

const ACTIONS: Omit<Auth, "state"> = {
  signIn: (email, password) => act((actions) => actions.signIn(email, password)),
  signUp: (input) => act((actions) => actions.signUp(input)),
  signOut: (options) =>
    // Not with act(), which waits for the stored identity for as long as the device's database takes.
    import("./authActions.ts")
      .then((actions) => actions.signOut(options))
      .catch((error: unknown) => {
        console.warn("The user could not be signed out", error);
        return null;
      }),
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
