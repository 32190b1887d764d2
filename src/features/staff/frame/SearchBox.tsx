import { Search } from "lucide-react";
import { type Ref, useId } from "react";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { SEARCH_MAX_LENGTH } from "./listState.ts";

type Props = {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (next: string) => void;
  /** Called when the user leaves the box or presses Enter. */
  onSettle: () => void;
};

export function SearchBox({ ref, label, value, onChange, onSettle }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers support the role but not <search>
    <form
      role="search"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSettle();
      }}
      className="min-w-0 flex-1 basis-72"
    >
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
        />
        <TextInput
          ref={ref}
          id={id}
          type="search"
          name="q"
          enterKeyHint="search"
          aria-keyshortcuts="/"
          spellCheck={false}
          maxLength={SEARCH_MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onSettle}
          className="pl-10"
        />
      </div>
    </form>
  );
}
