import { useCallback, useEffect, useState } from "react";
import { useReconnections } from "../../../platform/device/offlineHint.ts";
import type { CallResult, ReplyCheck } from "../../../platform/functions.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { noteAct, useStaff } from "./access.ts";

/** Why nothing was loaded. `message` is the server's, if it gave one. */
export type LoadFailure = { isOffline: boolean; message: string | null };

type Query<T> =
  | { status: "loading" }
  | { status: "failed"; failure: LoadFailure }
  /**
   * `isRenewing` while newer data, or that for other arguments, is on its way. `failure` is that of the last attempt to
   * load the same again.
   */
  | { status: "ready"; data: T; isRenewing: boolean; failure: LoadFailure | null };

export type StaffQuery<T> = Query<T> & {
  /** Loads again and meanwhile shows what is there. Call this after an action. */
  reload: () => void;
};

/**
 * What a database function of the console answers. Loaded again when an argument changes and when the connection
 * returns. `args` are compared by value; `reply` is a schema defined once, outside the component. A new `occasion` loads
 * the same again.
 */
export function useStaffQuery<T>(
  name: `staff_${string}`,
  args: Record<string, unknown>,
  reply: ReplyCheck<T>,
  occasion = "",
): StaffQuery<T> {
  const { noteRefusal } = useStaff();
  const reconnections = useReconnections();
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(args);
  const [{ query }, setAnswer] = useState<Answer<T>>({ query: { status: "loading" }, answered: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reload, a new occasion and a new connection each trigger another load
  useEffect(() => {
    let isCurrent = true;
    setAnswer(renewing);
    void staffRpc(name, JSON.parse(asked), reply).then((result) => {
      if (!isCurrent) return;
      setAnswer((before) => answerAfter(result, asked, before));
      if (!result.ok) noteRefusal(result.code);
    });
    return () => {
      isCurrent = false;
    };
  }, [name, asked, reply, attempt, occasion, reconnections, noteRefusal]);
  const reload = useCallback(() => {
    setAttempt((count) => count + 1);
    noteAct();
  }, []);
  return { ...query, reload };
}

/** A query and the arguments that it answers. */
type Answer<T> = { query: Query<T>; answered: string };

function renewing<T>({ query, answered }: Answer<T>): Answer<T> {
  return {
    query: query.status === "ready" ? { ...query, isRenewing: true } : { status: "loading" },
    answered,
  };
}

/** A failure does not remove an answer to the same arguments, with what someone is typing beside it. */
function answerAfter<T>(result: CallResult<T>, asked: string, { query, answered }: Answer<T>): Answer<T> {
  if (result.ok) {
    const ready = { status: "ready", data: result.data, isRenewing: false, failure: null } as const;
    return { query: ready, answered: asked };
  }
  const failure = { isOffline: result.kind === "offline", message: result.message };
  if (query.status === "ready" && answered === asked)
    return { query: { ...query, isRenewing: false, failure }, answered };
  return { query: { status: "failed", failure }, answered: asked };
}
