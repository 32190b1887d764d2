import { type ComponentType, useMemo } from "react";
import * as z from "zod/mini";
import { isLabDone, readLabState, writeLabState } from "../../domain/course/labState.ts";
import { Banner } from "../../ui/Banner.tsx";

export type LabProps = {
  data: unknown;
  /** The state as `labState.ts` writes it. */
  stored: string;
  onChange: (stored: string) => void;
  /** The learner's other workbook answers, by field; an empty string if there is none. */
  answerTo: (fieldId: string) => string;
};

/** What every lab's `Lab.tsx` exports by default. */
export type Lab = ComponentType<LabProps>;

type Definition<Data, State> = {
  data: z.core.$ZodType<Data>;
  /** The state must fit into 4,000 characters of JSON. */
  state: (data: Data) => z.core.$ZodType<State>;
  /** The state of a learner who has done nothing yet, or whose stored state does not fit the data. */
  begin: (data: Data) => State;
  isDone: (state: State) => boolean;
  Content: ComponentType<{
    data: Data;
    state: State;
    onChange: (state: State) => void;
    answerTo: LabProps["answerTo"];
  }>;
};

/**
 * Makes a lab from its rules and its screen: reads and writes the state, and marks the lab as done for good as soon as
 * `isDone`.
 */
export function defineLab<Data, State>({
  data: dataSchema,
  state,
  begin,
  isDone,
  Content,
}: Definition<Data, State>): Lab {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per lab, when its code is loaded
  return function DefinedLab({ data, stored, onChange, answerTo }) {
    const found = useMemo(() => z.safeParse(dataSchema, data), [data]);
    const shown = useMemo(() => {
      if (!found.success) return null;
      const kept = z.safeParse(state(found.data), readLabState(stored));
      return kept.success ? kept.data : begin(found.data);
    }, [found, stored]);
    if (!found.success || shown === null) return <NewerLab />;
    return (
      <Content
        data={found.data}
        state={shown}
        answerTo={answerTo}
        onChange={(next) => onChange(writeLabState(next, isDone(next) || isLabDone(stored)))}
      />
    );
  };
}

/** The lesson was published after the app on this device, or before it. */
export function NewerLab() {
  return (
    <Banner title="This lab does not fit the version of the app on this device.">
      <p>Connect to the internet and reload the page. What you have done in the lab is kept.</p>
    </Banner>
  );
}
