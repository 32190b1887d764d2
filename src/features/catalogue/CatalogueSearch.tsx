import { Search } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef } from "react";
import type { CatalogueFilter } from "../../domain/catalogue.ts";
import { ChipGroup } from "../../ui/ChipGroup.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { CATEGORY_CHIPS, categoryOf, chipOf, QUERY_MAX_LENGTH } from "./filterQuery.ts";

type Props = {
  filter: CatalogueFilter;
  onChange: (next: CatalogueFilter) => void;
  /** Called when the visitor leaves the search box or presses Enter. */
  onSettle: () => void;
  /** Receives what the visitor typed or chose before scripts ran. */
  onEarlyInput: (early: CatalogueFilter) => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** Hidden when scripts are disabled: it could not filter, and the whole list is shown. */
export function CatalogueSearch({ filter, onChange, onSettle, onEarlyInput, searchBox }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, before the first update overwrites the form
  useLayoutEffect(() => {
    const query = searchBox.current?.value ?? "";
    const category = categoryOf(form.current?.querySelector<HTMLInputElement>(":checked")?.value ?? "");
    if (query !== filter.query || category !== filter.category) onEarlyInput({ query, category });
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers support the role but not <search>
    <form
      ref={form}
      role="search"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSettle();
      }}
      className="flex flex-col gap-6 noscript:hidden lg:flex-row lg:items-start lg:gap-12"
    >
      <div className="max-w-[32rem] lg:w-80 lg:shrink-0">
        <label htmlFor={id} className="mb-2 block font-semibold">
          Search courses
        </label>
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
          />
          <TextInput
            ref={searchBox}
            id={id}
            type="search"
            name="q"
            enterKeyHint="search"
            maxLength={QUERY_MAX_LENGTH}
            value={filter.query}
            onChange={(event) => onChange({ ...filter, query: event.target.value })}
            onBlur={onSettle}
            className="pl-10"
          />
        </div>
      </div>
      <ChipGroup
        legend="Category"
        options={CATEGORY_CHIPS}
        value={chipOf(filter.category)}
        onChange={(chip) => onChange({ ...filter, category: categoryOf(chip) })}
      />
    </form>
  );
}
