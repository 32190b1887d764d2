import { expect, test } from "vitest";
import type { Download } from "../../db/useDownloads.ts";
import { courseDownload } from "./courseDownload.ts";

const IDLE = { isPaused: false, status: { phase: "idle" }, isOnline: true, isMetered: false } as const;
const lessons = (...states: Download["state"][]): Download[] =>
  states.map((state, index) => {
    const hereBytes = { here: 100, withoutVideo: 40, asked: 0, removed: 0, absent: 0 }[state];
    return { lessonId: index === 0 ? "1" : "2", bytes: 100, hereBytes, state };
  });

test.each([
  ["nothing is known before the server has said once what there is", {}, [], "unknown"],
  ["everything is here", {}, ["here", "here"], "whole"],
  ["the rest is on its way by itself", {}, ["here", "absent"], "waiting"],
  ["the rest waits for the connection", { isOnline: false }, ["here", "absent"], "offline"],
  ["data costs here, so it is offered", { isMetered: true }, ["here", "absent"], "offered"],
  ["and comes when it was asked for", { isMetered: true }, ["here", "asked"], "waiting"],
  ["what was removed is offered", {}, ["here", "removed"], "offered"],
  ["a pause is a pause", { isPaused: true }, ["here", "absent"], "paused"],
  ["offline a pause is one too", { isPaused: true, isOnline: false }, ["here", "absent"], "paused"],
  [
    "an update of a whole course is shown",
    { status: { phase: "running", lessonId: "2" } },
    ["here", "here"],
    "running",
  ],
  ["a video comes by itself after its lesson", {}, ["here", "withoutVideo"], "waiting"],
  ["and is offered where data costs", { isMetered: true }, ["here", "withoutVideo"], "offered"],
  ["a full device is told", { status: { phase: "failed", why: "noRoom" } }, ["here", "absent"], "failed"],
] as const)("%s", (_, facts, states, expected) => {
  expect(courseDownload({ ...IDLE, ...facts, lessons: lessons(...states) }).state).toBe(expected);
});

test("sizes are told before anything comes", () => {
  const told = courseDownload({ ...IDLE, isMetered: true, lessons: lessons("here", "absent") });
  expect(told).toEqual({ hereBytes: 100, totalBytes: 200, state: "offered", why: "metered" });
});

test("what has come of a video counts while it comes", () => {
  const video = { receivedBytes: 25, totalBytes: 60 };
  const status = { phase: "running", lessonId: "2", video } as const;
  const told = courseDownload({ ...IDLE, status, lessons: lessons("here", "withoutVideo") });
  expect(told).toMatchObject({ hereBytes: 165, totalBytes: 200, state: "running", video });
});
