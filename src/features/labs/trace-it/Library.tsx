import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import type { LibraryDocument } from "./data.ts";
import { searchLibrary } from "./trace.ts";

/** The documents that match a search, or all of them. Each opens in its place. */
export function Library({ documents }: { documents: readonly LibraryDocument[] }) {
  const [query, setQuery] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const isSearch = query.trim() !== "";
  const shown = isSearch ? searchLibrary(documents, query) : isWhole ? documents : [];
  return (
    <section aria-label="Library" className="flex flex-col gap-3">
      <Field label="Search the library" hint="By author, title or any words." className="max-w-96">
        {({ required: _, ...control }) => (
          <TextInput
            {...control}
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="text-base text-muted">
        {isSearch && shown.length === 0
          ? "No document has all of these words. Try fewer, or only the author."
          : `${shown.length} of ${documents.length} documents shown.`}
      </p>
      {shown.length > 0 && (
        <ul className="list-none pl-0">
          {shown.map((each) => (
            <li key={each.id}>
              <Disclosure
                summary={
                  <>
                    {each.title}
                    <span className="block text-base font-normal text-muted">
                      {each.author}, {each.date}
                    </span>
                  </>
                }
              >
                <p className="text-base text-muted">{each.kind}</p>
                <p className="mt-2">{each.text}</p>
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      {!isSearch && (
        <Button variant="quiet" className="self-start" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Hide the list" : `Show all ${documents.length} documents`}
        </Button>
      )}
    </section>
  );
}
