import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router-dom";
import { cleanLine } from "../../domain/text/typedText.ts";
import { SearchForm } from "../../ui/form/SearchForm.tsx";

type Props = {
  value: string;
  onChange: (next: string) => void;
  /** Called when the learner leaves the box or presses Enter. */
  onSettle: () => void;
};

export function SearchBox({ value, onChange, onSettle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const isArriving = useNavigationType() !== "POP";

  // A user who follows a link to the search wants to type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later URL changes come from typing or links on this page
  useEffect(() => {
    if (isArriving) box.current?.focus({ preventScroll: true });
  }, []);

  return (
    <SearchForm
      ref={box}
      label="Search for"
      maxLength={QUERY_MAX_LENGTH}
      value={value}
      onChange={onChange}
      onSettle={onSettle}
      className="max-w-xl"
    />
  );
}

/** Longer than any realistic query. A longer one in a URL is truncated. */
const QUERY_MAX_LENGTH = 100;

export function readQuery(params: URLSearchParams): string {
  return (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH);
}

export function writeQuery(typed: string): URLSearchParams {
  const query = cleanLine(typed);
  return new URLSearchParams(query ? { q: query } : {});
}
