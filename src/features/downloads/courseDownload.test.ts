import { expect, test } from "vitest";
import type { Download } from "../../db/lessons/useDownloads.ts";
import { courseDownload } from "./courseDownload.ts";

const IDLE = { isPaused: false, status: { phase: "idle" }, isMetered: false } as const;
const files = (...states: Download["state"][]): Download[] =>
  states.map((state, index) => ({ id: index === 0 ? "1" : "2", bytes: 100, state }));

test.each([
  ["the course download is unknown before the server has listed the lessons once", {}, [], "unknown"],
  ["the course download is whole if every lesson is on the device", {}, ["here", "here"], "whole"],
  [
    "the course download is waiting while the rest will start automatically",
    {},
    ["here", "absent"],
    "waiting",
  ],
  [
    "the course download is offered on a metered connection",
    { isMetered: true },
    ["here", "absent"],
    "offered",
  ],
  [
    "the course download is waiting on a metered connection once requested",
    { isMetered: true },
    ["here", "asked"],
    "waiting",
  ],
  ["the course download is offered for removed lessons", {}, ["here", "removed"], "offered"],
  ["the course download is paused if the user paused it", { isPaused: true }, ["here", "absent"], "paused"],
  [
    "the course download stays paused while there is no connection",
    { isPaused: true, status: { phase: "failed", why: "network" } },
    ["here", "absent"],
    "paused",
  ],
  [
    "the course download is running while a complete course is being updated",
    { status: { phase: "running", id: "2" } },
    ["here", "here"],
    "running",
  ],
  [
    "the course download has failed if the device is full",
    { status: { phase: "failed", why: "noRoom" } },
    ["here", "absent"],
    "failed",
  ],
] as const)("%s", (_, facts, states, expected) => {
  expect(courseDownload({ ...IDLE, ...facts, files: files(...states) }).state).toBe(expected);
});

test("the course download states its sizes before it starts", () => {
  const told = courseDownload({ ...IDLE, isMetered: true, files: files("here", "absent") });
  expect(told).toEqual({ hereBytes: 100, totalBytes: 200, state: "offered", why: "metered" });
});
