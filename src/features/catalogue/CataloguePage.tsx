import { Search } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { NOT_ENROLLED } from "../../domain/paths.ts";
import {
  CATALOGUE,
  CATEGORIES,
  type CatalogueEntry,
  type CatalogueFilter,
  type Category,
  filterCatalogue,
} from "../../domain/sales/catalogue.ts";
import { cleanLine } from "../../domain/text/typedText.ts";
import { useHydrated } from "../../platform/device/useHydrated.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ChipGroup } from "../../ui/form/RadioGroup.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { useAddressState } from "../../ui/page/useAddressState.ts";
import { CourseList } from "./CourseList.tsx";

/** Only for people who are signed in. */
const NotEnrolled = lazyPart(() => import("./NotEnrolled.tsx"));

/** `/academy/courses`: every available or planned course, with search and categories. */
export function Component() {
  const { filter, change, settle, adopt } = useCatalogueFilter();
  const searchBox = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const isFromMyLearning = useLocation().state === NOT_ENROLLED;
  const entries = filterCatalogue(CATALOGUE, filter);

  const showAll = () => {
    change(NO_FILTER);
    // The pressed button is about to disappear and would take the focus with it.
    searchBox.current?.focus();
  };

  return (
    <div className="page flex flex-col gap-14 py-12 lg:py-16">
      {isHydrated && isFromMyLearning && <NotEnrolled />}
      <header className="flex flex-col gap-4">
        <h1>All Courses</h1>
        <p className="max-w-[40rem] text-xl leading-relaxed text-muted">
          One course is open for enrolment, at three prices. Five more are planned. All prices exclude VAT;
          the total with VAT is below each.
        </p>
      </header>
      <div className="-mt-4 border-y border-line py-6">
        <CatalogueSearch
          filter={filter}
          onChange={change}
          onSettle={settle}
          onEarlyInput={adopt}
          searchBox={searchBox}
        />
        <p role="status" className="mt-5 font-display text-xl font-semibold noscript:mt-0">
          {countWords(entries)}
        </p>
      </div>
      {entries.length > 0 ? (
        <CourseList entries={entries} />
      ) : (
        <EmptyState
          title="No courses found"
          seed="no course"
          action={<Button onClick={showAll}>Show all courses</Button>}
        >
          <p>No course in this category matches your search. Try fewer words or another category.</p>
        </EmptyState>
      )}
    </div>
  );
}

/** The open entries are one course, at the prices of different tiers. */
function countWords(entries: readonly CatalogueEntry[]): string {
  const prices = entries.filter((entry) => !entry.comingSoon).length;
  const planned = entries.length - prices;
  const parts = [
    ...(prices > 0 ? [prices === 1 ? "1 course open" : `1 course open, at ${prices} prices`] : []),
    ...(planned > 0 ? [`${planned} coming soon`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : "0 courses";
}

type SearchProps = {
  filter: CatalogueFilter;
  onChange: (next: CatalogueFilter) => void;
  /** Called when the visitor leaves the search box or presses Enter. */
  onSettle: () => void;
  /** Called with what the visitor typed or chose before scripts ran. */
  onEarlyInput: (early: CatalogueFilter) => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/**
 * The search and categories. Hidden when scripts are disabled, because it would not work. The whole list is then shown.
 */
function CatalogueSearch({ filter, onChange, onSettle, onEarlyInput, searchBox }: SearchProps) {
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

type Filtering = {
  filter: CatalogueFilter;
  change: (next: CatalogueFilter) => void;
  /** Writes pending changes to the URL. */
  settle: () => void;
  /** Uses what the visitor entered before hydration. Everything else comes from the URL. */
  adopt: (early: CatalogueFilter) => void;
};

/** The filter, kept in the URL. The prerendered page is unfiltered, so the first render in the browser must be too. */
function useCatalogueFilter(): Filtering {
  const isHydrated = useHydrated();
  const { asked, changed, change, settle } = useAddressState({ read: readFilter, write: writeFilter });
  return {
    filter: isHydrated ? (changed ?? asked) : NO_FILTER,
    change,
    settle,
    adopt(early) {
      change({ query: early.query || asked.query, category: early.category ?? asked.category });
    },
  };
}

/** Longer than any title. A longer query in a URL is truncated. */
const QUERY_MAX_LENGTH = 100;

const NO_FILTER: CatalogueFilter = { query: "", category: null };

/** Reads the filter from the URL. An unknown category counts as none, because people edit and truncate URLs. */
export function readFilter(params: URLSearchParams): CatalogueFilter {
  const category = params.get("category");
  return {
    query: (params.get("q") ?? "").slice(0, QUERY_MAX_LENGTH),
    category: CATEGORIES.find((each) => each === category) ?? null,
  };
}

/** The URL query that restores this filter. Empty parts are left out. */
function writeFilter({ query, category }: CatalogueFilter): URLSearchParams {
  const params = new URLSearchParams();
  const clean = cleanLine(query);
  if (clean) params.set("q", clean);
  if (category) params.set("category", category);
  return params;
}

/** The chip that selects all categories. */
const ALL = "All";

const CATEGORY_CHIPS: readonly string[] = [ALL, ...CATEGORIES];

function chipOf(category: Category | null): string {
  return category ?? ALL;
}

function categoryOf(chip: string): Category | null {
  return CATEGORIES.find((each) => each === chip) ?? null;
}
