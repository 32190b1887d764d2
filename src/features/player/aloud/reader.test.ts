import { expect, test } from "vitest";
import { type ReaderState, startReader, type Voice } from "./reader.ts";

const TEXT = [["One.", "Two."], ["Three."], ["Four."]];

/** A voice that records what it has spoken and finishes a sentence when the test calls for it. */
function fakeVoice() {
  const said: string[] = [];
  let answer: Parameters<Voice["say"]>[1] | null = null;
  const voice: Voice = {
    say(sentence, next) {
      said.push(sentence);
      answer = next;
    },
    hush() {
      said.push("—");
      answer = null;
    },
  };
  return { said, voice, finish: () => answer?.done(), fail: () => answer?.failed("synthesis-failed") };
}

function reading(start = 0) {
  const { said, voice, finish, fail } = fakeVoice();
  const states: ReaderState[] = [];
  const reader = startReader(TEXT, start, voice, (state) => states.push(state));
  return { said, states, finish, fail, reader };
}

test("the read-aloud player reads the text to the end", () => {
  const { said, states, finish } = reading();
  for (let i = 0; i < 4; i += 1) finish();
  expect(said).toEqual(["One.", "Two.", "Three.", "Four.", "—"]);
  expect(states.map((state) => ("passage" in state ? state.passage : state.status))).toEqual([
    0,
    0,
    1,
    2,
    "over",
  ]);
});

test("the read-aloud player resumes after a pause with the interrupted sentence", () => {
  const { said, states, finish, reader } = reading();
  finish();
  reader.pause();
  expect(states.at(-1)).toEqual({ status: "paused", passage: 0, sentence: 1 });
  reader.resume();
  expect(said).toEqual(["One.", "Two.", "—", "Two."]);
});

test("the read-aloud player can start in the middle and skip back, but not beyond the first paragraph", () => {
  const { said, reader } = reading(1);
  reader.skip(-1);
  reader.skip(-1);
  reader.skip(2);
  expect(said).toEqual(["Three.", "One.", "One.", "Four."]);
});

test("the read-aloud player stops if the browser cannot speak", () => {
  const { said, states, fail } = reading();
  fail();
  expect(states.at(-1)).toEqual({ status: "failed", reason: "synthesis-failed" });
  expect(said).toEqual(["One."]);
});
