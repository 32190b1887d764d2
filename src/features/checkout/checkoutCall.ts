import type { z } from "zod";

/** A call that brought no answer to use; as `callFunction` says it. */
export type CallFailure = {
  ok: false;
  kind: "offline" | "refused" | "broken";
  message: string | null;
  code?: string;
};

/** `callFunction`, as the checkout asks it. */
export type CallFunction = <S extends z.ZodType>(
  name: string,
  body: unknown,
  reply: S,
) => Promise<{ ok: true; data: z.output<S> } | CallFailure>;
