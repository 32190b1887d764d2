import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { createStore } from "../../../domain/store.ts";
import { useReconnections } from "../../../platform/device/offlineHint.ts";
import type { CallResult } from "../../../platform/functions.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";

const meSchema = z.object({
  role: z.enum(["staff", "reviewer"]),
  email: z.string(),
  /** Whether they have the course themselves. */
  learns: z.optional(z.boolean()),
});
export type Me = z.infer<typeof meSchema>;

/** Whether this session may use the console, as the database answers. */
export type Access =
  | { status: "loading" | "offline" | "failed" }
  | { status: "sessionEnded" | "passwordChangeNeeded" | "notStaff" }
  | { status: "secondFactorMissing" | "secondFactorNeeded" }
  | { status: "ready"; me: Me };

/** The codes with which a call refuses the session and not what was asked. */
const REFUSALS = {
  session_ended: "sessionEnded",
  unauthorized: "sessionEnded",
  password_change_needed: "passwordChangeNeeded",
  second_factor_missing: "secondFactorMissing",
  second_factor_needed: "secondFactorNeeded",
  not_staff: "notStaff",
} as const satisfies Record<string, Access["status"]>;

function isRefusal(code: string | undefined): code is keyof typeof REFUSALS {
  return code !== undefined && code in REFUSALS;
}

function accessFrom(result: CallResult<Me>): Access {
  if (result.ok) return { status: "ready", me: result.data };
  if (result.kind === "offline") return { status: "offline" };
  return { status: isRefusal(result.code) ? REFUSALS[result.code] : "failed" };
}

/** While the server cannot be reached. */
const RETRY_MS = 10_000;

/** Asks who is signed in, and again when the connection returns. `check` asks again without hiding the screen. */
export function useStaffAccess(): { access: Access; check: () => void; retry: () => void } {
  const reconnections = useReconnections();
  const [attempt, setAttempt] = useState(0);
  const [access, setAccess] = useState<Access>({ status: "loading" });
  const check = useCallback(() => setAttempt((count) => count + 1), []);
  const retry = () => {
    setAccess({ status: "loading" });
    check();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection each ask again
  useEffect(() => {
    let isCurrent = true;
    void staffRpc("staff_me", {}, meSchema).then((result) => {
      if (!isCurrent) return;
      // A connection lost in the middle of work must not remove the screen with what was typed on it.
      const keepsScreen = !result.ok && !isRefusal(result.code);
      setAccess((before) => (keepsScreen && before.status === "ready" ? before : accessFrom(result)));
    });
    return () => {
      isCurrent = false;
    };
  }, [attempt, reconnections]);
  useEffect(() => {
    if (access.status !== "offline") return;
    const timer = setTimeout(check, RETRY_MS);
    return () => clearTimeout(timer);
  }, [access, check]);
  return { access, check, retry };
}

type Staff = {
  me: Me;
  /** Call this with the code of a refused call. If the session was refused, the console asks what it lacks. */
  noteRefusal: (code: string | undefined) => void;
};

const StaffContext = createContext<Staff | null>(null);
export const StaffProvider = StaffContext.Provider;

/** The signed-in member of staff. Only for screens of the console. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error("useStaff must be used within the staff console");
  return staff;
}

/** The value for `StaffProvider`. */
export function staffOf(me: Me, check: () => void): Staff {
  return { me, noteRefusal: (code) => isRefusal(code) && check() };
}

const acts = createStore(0);

/** Call this after an action, so that the navigation counts again what is waiting. */
export function noteAct(): void {
  acts.set(acts.get() + 1);
}

/** Changes after each action. */
export const useActs = () => useSyncExternalStore(acts.subscribe, acts.get);
