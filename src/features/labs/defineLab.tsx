import { Check } from "lucide-react";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import * as z from "zod/mini";
import { isLabDone, readLabState, writeLabState } from "../../domain/course/labState.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";

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

/** What the toy of a lab receives. */
export type ToyProps<Data, State> = {
  data: Data;
  state: State;
  onChange: (state: State) => void;
  answerTo: LabProps["answerTo"];
};

type Definition<Data, State> = {
  data: z.core.$ZodType<Data>;
  /** The state must fit into 4,000 characters of JSON. */
  state: (data: Data) => z.core.$ZodType<State>;
  /** The state of a learner who has done nothing yet, or whose stored state does not fit the data. */
  begin: (data: Data) => State;
  /** Which steps are done. The lab is done when all of them are, and stays done. */
  steps: (state: State, data: Data) => readonly boolean[];
  /** What the learner found, in their own numbers, once every step is done. */
  found: (state: State, data: Data) => ReactNode;
  /** How a step and the end are called, if not "Step" and "Lab done". */
  words?: { step: string; done: string };
  Toy: ComponentType<ToyProps<Data, State>>;
};

/** Makes a lab from its toy, and gives it what all labs share: the state, steps, focus, result and a new start. */
export function defineLab<Data, State>(definition: Definition<Data, State>): Lab {
  const { data: dataSchema, state, begin, steps, found, words, Toy } = definition;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per lab, when its code is loaded
  return function DefinedLab({ data, stored, onChange, answerTo }) {
    const parsed = useMemo(() => z.safeParse(dataSchema, data), [data]);
    const shown = useMemo(() => {
      if (!parsed.success) return null;
      const kept = z.safeParse(state(parsed.data), readLabState(stored));
      return kept.success ? kept.data : begin(parsed.data);
    }, [parsed, stored]);
    const box = useRef<HTMLDivElement>(null);
    const noteFocus = useKeptFocus(box);
    if (!parsed.success || shown === null) return <NewerLab />;
    const write = (next: State) =>
      onChange(writeLabState(next, steps(next, parsed.data).every(Boolean) || isLabDone(stored)));
    const done = steps(shown, parsed.data);
    const isDone = done.every(Boolean);
    const first = begin(parsed.data);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only notes which control the learner uses
      // biome-ignore lint/a11y/useKeyWithClickEvents: as above
      <div ref={box} className="lab" onClick={noteFocus} onFocus={noteFocus}>
        <Steps done={done} words={words} />
        <Toy data={parsed.data} state={shown} answerTo={answerTo} onChange={write} />
        {isDone && (
          <section className="lab-found">
            <h3>What you found</h3>
            {found(shown, parsed.data)}
            <LinkButton to={paths.lab()} className="print:hidden">
              Done
            </LinkButton>
          </section>
        )}
        {JSON.stringify(shown) !== JSON.stringify(first) && (
          <Button variant="quiet" className="self-start print:hidden" onClick={() => write(first)}>
            Start again
          </Button>
        )}
      </div>
    );
  };
}

type StepsProps = { done: readonly boolean[]; words: { step: string; done: string } | undefined };

function Steps({ done, words = { step: "Step", done: "Lab done" } }: StepsProps) {
  const next = done.indexOf(false);
  return (
    <p role="status" className="lab-steps">
      <span aria-hidden="true" className="flex gap-1">
        {done.map((isDone, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed
          <span key={step} className={cx("lab-dot", isDone && "is-done", step === next && "is-next")} />
        ))}
      </span>
      {next < 0 && <Check aria-hidden="true" className="size-5 text-done" />}
      <span>{next < 0 ? words.done : `${words.step} ${next + 1} of ${done.length}`}</span>
    </p>
  );
}

/**
 * Keeps the focus where the learner works. When the control that they have used disappears, the focus moves to the
 * result of its part, or to the heading of the part that is there instead. A part that follows from what they did comes
 * into view. What a reload brings on screen does neither.
 */
function useKeptFocus(box: RefObject<HTMLElement | null>) {
  const used = useRef<{ control: Element; part: Element | null; place: number } | null>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    const lab = box.current;
    if (!lab) return;
    let known = new Set(sectionsOf(lab));
    const showNew = () => {
      const sections = [...sectionsOf(lab)];
      const fresh = sections.find((each) => !known.has(each));
      known = new Set(sections);
      if (fresh && hasActed.current) requestAnimationFrame(() => fresh.isConnected && scrollTowards(fresh));
    };
    const restore = () => {
      showNew();
      if (!used.current || used.current.control.isConnected) return;
      const { part, place: index } = used.current;
      used.current = null;
      if (document.activeElement !== document.body) return;
      const said = part?.isConnected ? part.querySelector<HTMLElement>(".lab-say:not(:empty)") : null;
      const place = part?.isConnected ? part : (partsOf(lab)[index] ?? partsOf(lab).at(-1));
      (said ?? place?.querySelector("h3"))?.focus();
    };
    // Not an effect of React: a part may also change by its own state, or when something has loaded.
    const observer = new MutationObserver(restore);
    observer.observe(lab, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
  return ({ target }: { target: EventTarget }) => {
    const control =
      target instanceof Element && target.closest("button, input, select, textarea, [tabindex]");
    if (!control || !box.current) return;
    hasActed.current = true;
    uncover(control);
    const part = control.closest(".lab-part");
    used.current = { control, part, place: part ? partsOf(box.current).indexOf(part) : 0 };
  };
}

const partsOf = (lab: Element) => [...lab.querySelectorAll(".lab-part")];
const sectionsOf = (lab: Element) => lab.querySelectorAll(".lab-part, .lab-found");

/** Scrolls a part into view, but never so far that what has the focus, such as the result of an answer, leaves it. */
function scrollTowards(part: Element): void {
  const { top, bottom } = part.getBoundingClientRect();
  const focused = document.activeElement ?? document.body;
  const room = focused === document.body ? top : focused.getBoundingClientRect().top;
  const down = Math.min(Math.min(top, room) - GAP_PX, bottom - innerHeight);
  if (down <= 0) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: down, behavior: isCalm ? "instant" : "smooth" });
}

/** WebKit ignores `scroll-padding` when Tab moves the focus, and the result that stays in view would cover the control. */
function uncover(control: Element): void {
  const said = control.closest(".lab-part")?.querySelector(".lab-say:not(:empty)");
  if (!said || said.contains(control) || getComputedStyle(said).position !== "sticky") return;
  const { top, bottom } = said.getBoundingClientRect();
  const isStuck = bottom >= innerHeight - 1;
  const covered = control.getBoundingClientRect().bottom + GAP_PX - top;
  if (isStuck && covered > 0) scrollBy({ top: covered, behavior: "instant" });
}

/** Room for the focus ring. */
const GAP_PX = 16;

/** The lesson was published after the app on this device, or before it. */
export function NewerLab() {
  return (
    <Banner title="This lab does not fit the version of the app on this device.">
      <p>Connect to the internet and reload the page. What you have done in the lab is kept.</p>
    </Banner>
  );
}
