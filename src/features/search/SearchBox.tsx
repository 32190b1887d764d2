import { Search } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useNavigationType } from "react-router-dom";
import { cleanLine } from "../../domain/text/typedText.ts";
import { TextInput } from "../../ui/form/TextInput.tsx";

type Props = {
  value: string;
  onChange: (next: string) => void;
  /** Called when the learner leaves the box or presses Enter. */
  onSettle: () => void;
};

export function SearchBox({ value, onChange, onSettle }: Props) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const isArriving = useNavigationType() !== "POP";

  // A user who follows a link to the search wants to type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later URL changes come from typing or links on this page
  useEffect(() => {
    if (isArriving) box.current?.focus({ preventScroll: true });
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers support the role but not <search>
    <form
      role="search"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSettle();
      }}
    >
      <label htmlFor={id} className="mb-2 block font-semibold">
        Search for
      </label>
      <div className="relative max-w-xl">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
        />
        <TextInput
          ref={box}
          id={id}
          type="search"
          name="q"
          enterKeyHint="search"
          maxLength={QUERY_MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onSettle}
          className="pl-10"
        />
      </div>
    </form>
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
