/** Speaks one sentence at a time: what was said before, and its answer, count no more. */
export type Voice = {
  say: (sentence: string, answer: { done: () => void; failed: (reason: string) => void }) => void;
  hush: () => void;
};

/** `passage` counts from 0. */
export type ReaderState =
  | { status: "speaking" | "paused"; passage: number }
  | { status: "over" }
  | { status: "failed"; reason: string };

export type Reader = {
  pause: () => void;
  resume: () => void;
  /** To the beginning of another passage, counted from the one that is read now. */
  skip: (passages: number) => void;
  stop: () => void;
};

/**
 * Reads passages, each a list of sentences, from the one at `start` on. A pause is silence, and going on begins the
 * sentence again: the browsers' own pause ends the reading on some phones.
 */
export function startReader(
  passages: readonly (readonly string[])[],
  start: number,
  voice: Voice,
  changed: (state: ReaderState) => void,
): Reader {
  let passage = start;
  let sentence = 0;

  function speak(): void {
    const words = passages[passage]?.[sentence];
    if (words === undefined) {
      stop();
      return;
    }
    changed({ status: "speaking", passage });
    voice.say(words, { done: goOn, failed: (reason) => changed({ status: "failed", reason }) });
  }

  function goOn(): void {
    sentence += 1;
    if (sentence >= (passages[passage]?.length ?? 0)) {
      passage += 1;
      sentence = 0;
    }
    speak();
  }

  function stop(): void {
    voice.hush();
    changed({ status: "over" });
  }

  speak();
  return {
    stop,
    resume: speak,
    pause() {
      voice.hush();
      changed({ status: "paused", passage });
    },
    skip(by) {
      passage = Math.max(0, passage + by);
      sentence = 0;
      speak();
    },
  };
}
