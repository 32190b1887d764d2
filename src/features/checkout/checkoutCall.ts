import type * as z from "zod/mini";

/** A call without a usable reply, as `callFunction` reports it. */
export type CallFailure = {
  ok: false;
  kind: "offline" | "refused" | "broken";
  message: string | null;
  code?: string;
};

/** The type of `callFunction` as the checkout uses it. */
export type CallFunction = <S extends z.ZodMiniType>(
  name: string,
  body: unknown,
  reply: S,
) => Promise<{ ok: true; data: z.output<S> } | CallFailure>;
