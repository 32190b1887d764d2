import { useRef } from "react";
import { CATALOGUE, filterCatalogue } from "../../domain/catalogue.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { CatalogueSearch } from "./CatalogueSearch.tsx";
import { CourseList } from "./CourseList.tsx";
import { NO_FILTER } from "./filterQuery.ts";
import { useCatalogueFilter } from "./useCatalogueFilter.ts";

/** `/academy/courses`: every available or planned course, with search and categories. */
export function Component() {
  const { filter, change, settle, adopt } = useCatalogueFilter();
  const searchBox = useRef<HTMLInputElement>(null);
  const entries = filterCatalogue(CATALOGUE, filter);

  const showAll = () => {
    change(NO_FILTER);
    // The pressed button is about to disappear and would take the focus with it.
    searchBox.current?.focus();
  };

  return (
    <div className="page flex flex-col gap-14 py-12 lg:py-16">
      <header className="flex flex-col gap-4">
        <h1>All Courses</h1>
        <p className="max-w-[40rem] text-xl leading-relaxed text-muted">
          One course is open for enrolment, at three prices. Five more are planned. All prices are plus VAT.
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
          {entries.length} {entries.length === 1 ? "course" : "courses"}
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
          <p>No course in this category matches these words. Try fewer words or another category.</p>
        </EmptyState>
      )}
    </div>
  );
}
