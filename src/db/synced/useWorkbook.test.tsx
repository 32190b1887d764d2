// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { forgetIdentity } from "../store/active.ts";
import { remember, useRemembered } from "../study/remembered.ts";
import { useWorkbook, writeWorkbookField } from "./workbook.ts";

test("the workbook shows texts to the learner who wrote them, but not to the next learner or to a visitor (S-074)", async () => {
  await act(() => signInLearner());
  const { result } = renderHook(useWorkbook);
  const texts = () =>
    result.current.status === "ready" && [...result.current.byField].map(([id, { value }]) => [id, value]);
  await waitFor(() => expect(texts()).toEqual([]));
  await writeWorkbookField("l03-prompt", "Goal");
  await waitFor(() => expect(texts()).toEqual([["l03-prompt", "Goal"]]));
  await act(() => signInLearner());
  await waitFor(() => expect(texts()).toEqual([]));
  await act(() => forgetIdentity());
  await waitFor(() => expect(texts()).toEqual([]));
});

test("what a learner opens or types in a lesson is stored for that lesson until it is cleared", async () => {
  const db = await act(() => signInLearner());
  const { result } = renderHook(() => [useRemembered("2"), useRemembered("3")]);
  const seen = () => result.current.map((each) => each.status === "ready" && Object.fromEntries(each.byKey));
  await waitFor(() => expect(seen()).toEqual([{}, {}]));
  await Promise.all([
    remember("2", "check-1", "open"),
    remember("2", "note-1", "A"),
    remember("3", "check-1", "open"),
  ]);
  await waitFor(() => expect(seen()).toEqual([{ "check-1": "open", "note-1": "A" }, { "check-1": "open" }]));
  await remember("2", "check-1", null);
  await waitFor(() => expect(seen()).toEqual([{ "note-1": "A" }, { "check-1": "open" }]));
  expect(await db.rows.count(), "it never leaves the device").toBe(0);
});

test("a visitor's choices in a lesson are not stored and cause no error (S-074)", async () => {
  await act(() => forgetIdentity());
  await remember("1", "check-1", "open");
  const { result } = renderHook(() => useRemembered("1"));
  await waitFor(() => expect(result.current).toEqual({ status: "ready", byKey: new Map() }));
});
